import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { PersonDataHost } from '#src/customers/person-data/person-data-host.tsx';
import { hasDatabase } from '#src/browser/database.ts';
import { onFirstInput } from '#src/browser/first-input.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { displayZone } from '#src/browser/zone.ts';
import { NewTicketHost } from '#src/new-ticket/new-ticket-host.tsx';
import { ticketOpener } from '#src/ticket-edit/open-ticket.ts';
import { IssueHost } from '#src/portal-links/issue-host.tsx';
import { ApiCallsHost } from '#src/shell/api-calls/api-calls-host.tsx';
import { useIgnoredNotice } from '#src/shell/ignored-notice.ts';
import { dropRecentCommand } from '#src/shell/palette/recent-commands.ts';
import { SignOutHost } from '#src/shell/site-menu/sign-out-host.tsx';
import { UndoHistoryHost } from '#src/undo/undo-history-host.tsx';
import { preloadCode } from '#src/ui/lazy-part.tsx';
import { preloadMenus } from '#src/ui/overlay/menu.tsx';

const loadPaper = async () => (await import('#src/ui/paper.ts')).dateSheets(displayZone);
const loadUndoKinds = async () => (await import('./undo-kinds.ts')).UNDO_KINDS;

async function resumeMessages(): Promise<void> {
  if (storage.tab.get(SITE_KEYS.outbox) === null && !(await hasDatabase('outbox'))) return;
  preloadCode(async () => (await import('#src/tickets/composer/outgoing-messages.ts')).resumeOutbox());
}

/** Parts of every signed-in page that its first sight can do without. */
export function DeferredParts() {
  const navigate = useNavigate();
  const { site_id: siteId } = useWhoami();
  // Counts this tab's calls for the others, and hears of theirs.
  useEffect(() => preloadCode(async () => (await import('#src/api/allowance.ts')).startAllowance()), []);
  useEffect(preloadMenus, []);
  // Whoever prints has pressed something before.
  useEffect(() => onFirstInput(() => preloadCode(loadPaper)), []);
  useIgnoredNotice();
  const openTicket = (id: bigint | string): void => {
    if (location.pathname === '/inbox')
      void navigate({ to: '/inbox', search: (before) => ({ ...before, ticket: String(id), tab: undefined }) });
    else void navigate({ to: '/tickets/$id', params: { id: String(id) } });
  };
  // Messages that a reload interrupted go on, and their toasts know the way to their tickets.
  useEffect(() => {
    ticketOpener.current = openTicket;
  });
  useEffect(() => void resumeMessages(), []);
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
