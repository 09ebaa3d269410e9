import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { listPortalTokens } from '#contract/portal.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import type { OpenCustomer } from '#src/customers/detail/open-customer.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { setBlocked } from './block-write.ts';
import { messages } from './messages.ts';

interface BlockDialogProps {
  readonly open: OpenCustomer;
  readonly onClose: () => void;
}

/** Says what a block does before it is made. */
export function BlockDialog({ open, onClose }: BlockDialogProps) {
  const { reason } = useWriteAccess('customers:write');
  const { identity, tickets } = open.customer;
  const hasList = hasExtension(useWhoami(), 'portal_tokens_list') && identity.email !== null;
  const links = useQuery({
    ...read(listPortalTokens, { email: identity.email ?? '', state: 'active', limit: 1 }),
    enabled: hasList,
  });
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const unsolved = tickets.open + tickets.pending;

  async function block(): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    const isDone = await setBlocked(open, true);
    busy.current = false;
    setBusy(false);
    if (isDone) onClose();
  }

  const count = links.data?.total_count;
  return (
    <Dialog
      title={messages.title(open.name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button variant="danger" busy={isBusy} disabledReason={reason} onClick={() => void block()}>
            {messages.block}
          </Button>
        </>
      }
    >
      <p>{messages.lead}</p>
      <ul className="mt-1 list-disc ps-5 text-ink-2">
        <li>{unsolved === 0 ? messages.noTickets : messages.tickets(unsolved)}</li>
        <li>
          {identity.email === null || count === 0
            ? messages.noLinks
            : count !== undefined
              ? messages.links(count)
              : hasList && !links.isError
                ? messages.countingLinks
                : messages.someLinks}
        </li>
        <li>{messages.widget}</li>
      </ul>
      <p className="mt-2 text-ink-2">{messages.back}</p>
    </Dialog>
  );
}
