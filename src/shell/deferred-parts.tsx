import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { PersonDataHost } from '#src/customers/person-data/person-data-host.tsx';
import { NewTicketHost } from '#src/new-ticket/new-ticket-host.tsx';
import { IssueHost } from '#src/portal-links/issue-host.tsx';
import { ApiCallsHost } from '#src/shell/api-calls/api-calls-host.tsx';
import { dropRecentCommand } from '#src/shell/palette/recent-commands.ts';
import { SignOutHost } from '#src/shell/site-menu/sign-out-host.tsx';
import { UndoHistoryHost } from '#src/undo/undo-history-host.tsx';
import { preloadCode } from '#src/ui/lazy-part.tsx';

const loadUndoKinds = async () => (await import('./undo-kinds.ts')).UNDO_KINDS;

/** Parts of every signed-in page that its first sight can do without. */
export function DeferredParts() {
  const navigate = useNavigate();
  const { site_id: siteId } = useWhoami();
  // Counts this tab's calls for the others, and hears of theirs.
  useEffect(() => preloadCode(async () => (await import('#src/api/allowance.ts')).startAllowance()), []);
  const openTicket = (id: bigint | string): void => {
    if (location.pathname === '/inbox')
      void navigate({ to: '/inbox', search: (before) => ({ ...before, ticket: String(id), tab: undefined }) });
    else void navigate({ to: '/tickets/$id', params: { id: String(id) } });
  };
  return (
    <>
      <NewTicketHost onOpenTicket={openTicket} />
      {/* Only tickets are subjects of their own. */}
      <UndoHistoryHost siteId={siteId.toString()} loadKinds={loadUndoKinds} onOpen={({ id }) => openTicket(id)} />
      <IssueHost />
      <PersonDataHost
        onErased={(id) => {
          dropRecentCommand(`customer-${id}`);
          preloadCode(async () => (await import('#src/tickets/composer/draft-store.ts')).forgetGoneDrafts());
          preloadCode(async () =>
            (await import('#src/customers/detail/note-drafts.ts')).storeNoteDraft(siteId, id, ''),
          );
          return navigate({ to: '/customers' });
        }}
      />
      <ApiCallsHost />
      <SignOutHost />
    </>
  );
}
