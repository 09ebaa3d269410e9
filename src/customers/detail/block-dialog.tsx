import { useQuery } from '@tanstack/react-query';
import { listPortalTokens } from '#contract/portal.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import type { OpenCustomer } from './open-customer.ts';
import { useBlock } from './blocked-banner.tsx';
import { messages } from './messages.ts';

const texts = messages.block;

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
  const { setBlocked, isBusy } = useBlock(open);
  const unsolved = tickets.open + tickets.pending;

  async function block(): Promise<void> {
    if (await setBlocked(true)) onClose();
  }

  const count = links.data?.total_count;
  return (
    <ConfirmDialog
      title={texts.title(open.name)}
      submit={messages.verbs.block}
      isDanger
      isBusy={isBusy}
      // A toast says so.
      error={null}
      disabledReason={reason}
      onConfirm={() => void block()}
      onClose={onClose}
    >
      <p>{texts.lead}</p>
      <ul className="mt-1 list-disc ps-5 text-ink-2">
        <li>{unsolved === 0 ? texts.noTickets : texts.tickets(unsolved)}</li>
        <li>
          {identity.email === null || count === 0
            ? texts.noLinks
            : count !== undefined
              ? texts.links(count)
              : hasList && !links.isError
                ? texts.countingLinks
                : texts.someLinks}
        </li>
        <li>{texts.widget}</li>
      </ul>
      <p className="mt-2 text-ink-2">{texts.back}</p>
    </ConfirmDialog>
  );
}
