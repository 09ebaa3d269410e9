import { createFileRoute, useLocation, useRouter } from '@tanstack/react-router';
import { defineSearch, oneOf } from '#src/browser/define-search.ts';
import { useAddress } from '#src/browser/use-address.ts';
import { TicketInList } from '#src/inbox/list/ticket-in-list.tsx';
import type { InboxSearch } from '#src/inbox/search.ts';
import { TICKET_TABS, type ListPosition } from '#src/ticket-edit/open-ticket.ts';
import { TicketPage } from '#src/tickets/ticket-detail.tsx';
import { prefetchTicket } from '#src/tickets/ticket-query.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list that the ticket was opened from. */
    ticketList?: InboxSearch;
  }
}

export const Route = createFileRoute('/_app/tickets/$id')({
  validateSearch: defineSearch({ tab: oneOf(TICKET_TABS, 'timeline') }),
  loader: ({ params, cause }) => {
    if (cause !== 'stay') prefetchTicket(params.id);
  },
  component: Ticket,
  codeSplitGroupings: [['loader', 'component']],
});

function Ticket() {
  const id = useAddress(readId, Route.useParams().id);
  const { tab = 'timeline' } = Route.useSearch();
  const list = useLocation({ select: ({ state }) => state.ticketList });
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  const page = (shownId: string, listPosition?: ListPosition) => (
    <TicketPage
      id={shownId}
      tab={tab}
      listPosition={listPosition}
      onTab={(next) =>
        void navigate({ search: { tab: next === 'timeline' ? undefined : next }, replace: true, state: true })
      }
      onInbox={() => (history.canGoBack() ? history.back() : void navigate({ to: '/inbox' }))}
    />
  );
  if (list === undefined) return page(id);
  return (
    <TicketInList
      search={list}
      addressed={id}
      show={(next, ticketList) =>
        void navigate({ params: { id: next }, search: {}, replace: true, state: { ticketList } })
      }
      prefetch={prefetchTicket}
    >
      {page}
    </TicketInList>
  );
}

function readId({ pathname }: { readonly pathname: string }): string | null {
  return /^\/tickets\/([^/]+)$/.exec(pathname)?.[1] ?? null;
}
