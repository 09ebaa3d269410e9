import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { UndoEarlierHost } from '#src/bulk-edit/undo-earlier.tsx';
import { displayZone } from '#src/browser/zone.ts';
import { NewTicketHost } from '#src/new-ticket/new-ticket.tsx';
import { ticketOpener } from '#src/ticket-edit/open-ticket.ts';
import { ownerOf } from '#src/session/owner.ts';
import { IssueHost } from '#src/portal-links/issue-dialog.tsx';
import { ApiCallsHost } from '#src/shell/api-calls.tsx';
import { useIgnoredNotice } from '#src/shell/page-effects.ts';
import { SignOutHost } from '#src/sign-in/sign-out-dialog.tsx';
import { resumeMessages } from '#src/outbox/outgoing.ts';
import { dateSheets } from '#src/ui/paper.ts';
import { startUndo } from '#src/undo/undo.ts';

/** The overlays of every signed-in page, and the work that runs beside all of them. */
export function PageHosts() {
  const navigate = useNavigate();
  const whoami = useWhoami();
  useEffect(startUndo, []);
  useEffect(() => dateSheets(displayZone), []);
  useIgnoredNotice();
  const openTicket = (id: bigint | string): void => {
    if (location.pathname === '/inbox')
      void navigate({ to: '/inbox', search: (before) => ({ ...before, ticket: String(id), tab: undefined }) });
    else void navigate({ to: '/tickets/$id', params: { id: String(id) } });
  };
  // Before the messages below: their toasts link to tickets.
  useEffect(() => {
    ticketOpener.current = openTicket;
  });
  useEffect(() => resumeMessages(ownerOf(whoami)), [whoami]);
  return (
    <>
      <NewTicketHost onOpenTicket={openTicket} />
      <IssueHost />
      <UndoEarlierHost />
      <ApiCallsHost />
      <SignOutHost />
    </>
  );
}
