import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useAddress } from '#src/browser/use-address.ts';
import { InboxView } from '#src/inbox/inbox-view.tsx';
import { prefetchInbox } from '#src/inbox/list/ticket-list.ts';
import { inboxSearch, type InboxSearch } from '#src/inbox/search.ts';
import { NewTicketButton } from '#src/new-ticket/new-ticket.tsx';
import { useEmbedded } from '#src/panels/embedded.ts';
import type { OpenTicket } from '#src/ticket-edit/open-ticket.ts';
import { prefetchTicket } from '#src/tickets/ticket-query.ts';
import { TicketDetail } from '#src/tickets/ticket-detail.tsx';
import { ExceededCaps } from '#src/ai-usage/caps/cap-banner.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before this one is the list that the ticket was opened from. */
    fromList?: boolean;
  }
}

export const Route = createFileRoute('/_app/inbox')({
  validateSearch: inboxSearch,
  // Not the open ticket: going down the list is no other list.
  loaderDeps: ({ search: { ticket: _ticket, tab: _tab, ...list } }) => list,
  // Begun and not waited for: the list asks for the same and shows how far it is.
  loader: ({ cause, deps, context }) => {
    if (cause === 'stay') return;
    const { queryClient, whoami } = context;
    void prefetchInbox(deps, { queryClient, whoami });
  },
  component: Inbox,
});

function Inbox() {
  const search = useAddress(readAddress, PLAIN);
  const navigate = Route.useNavigate();
  const router = useRouter();
  const { history } = router;
  const isFramed = useEmbedded() !== null;
  const go = (next: InboxSearch, { replace }: { readonly replace: boolean }) => {
    // The list was before the ticket: then Back is the way to it.
    const fromList = replace
      ? history.location.state.fromList === true
      : next.ticket !== undefined && search.ticket === undefined;
    void navigate({ search: next, replace, resetScroll: false, state: { fromList } });
  };
  const leaveTicket = () => {
    if (history.location.state.fromList === true) history.back();
    else go({ ...search, ticket: undefined, tab: undefined }, { replace: true });
  };
  const renderTicket = useCallback(
    (ticket: OpenTicket, onInbox: () => void) => <TicketDetail {...ticket} onInbox={onInbox} />,
    [],
  );
  const toPage = useCallback(
    (id: string, index: number | undefined) => {
      const { ticket: _ticket, tab: _tab, ...list } = readAddress(router.parseLocation(history.location)) ?? PLAIN;
      void navigate({ to: '/tickets/$id', params: { id }, state: { ticketList: { ...list, skip: index } } });
    },
    [router, history, navigate],
  );
  return (
    <InboxView
      search={search}
      go={go}
      leaveTicket={leaveTicket}
      newTicket={<NewTicketButton />}
      banner={<ExceededCaps />}
      onPage={isFramed ? undefined : toPage}
      onIntent={prefetchTicket}
      renderTicket={renderTicket}
    />
  );
}

const PLAIN = inboxSearch({});

function readAddress({
  pathname,
  search,
}: {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}) {
  return pathname === Route.fullPath ? inboxSearch(search) : null;
}
