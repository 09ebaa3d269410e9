import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { NewTicketHost } from '#src/new-ticket/new-ticket-host.tsx';
import { isReadOnly } from '#src/session/read-only.ts';
import { ApiCallsHost } from '#src/shell/api-calls/api-calls-host.tsx';
import { useIgnoredNotice } from '#src/shell/ignored-notice.ts';
import { preloadCode } from '#src/ui/lazy-part.tsx';
import { UndoHistoryHost } from '#src/undo/undo-history-host.tsx';

const loadUndoKinds = async () => (await import('#src/shell/undo-kinds.ts')).UNDO_KINDS;

/** What the pages of a frame can open over themselves; of the dashboard's the ones that no frame leads to are left out. */
export function FrameParts() {
  const navigate = useNavigate();
  const { site_id: siteId } = useWhoami();
  useEffect(() => preloadCode(async () => (await import('#src/api/allowance.ts')).startAllowance()), []);
  useIgnoredNotice();
  const openTicket = (id: bigint | string): void => void navigate({ to: '/tickets/$id', params: { id: String(id) } });
  return (
    <>
      {isReadOnly() ? null : (
        <>
          <NewTicketHost onOpenTicket={openTicket} />
          <UndoHistoryHost siteId={siteId.toString()} loadKinds={loadUndoKinds} onOpen={({ id }) => openTicket(id)} />
        </>
      )}
      <ApiCallsHost />
    </>
  );
}
