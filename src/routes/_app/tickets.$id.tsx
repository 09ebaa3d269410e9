import { createFileRoute, useRouter } from '@tanstack/react-router';
import { defineSearch, oneOf } from '#src/browser/define-search.ts';
import { TICKET_TABS } from '#src/ticket-edit/open-ticket.ts';
import { TicketPage } from '#src/tickets/ticket-detail.tsx';
import { prefetchTicket } from '#src/tickets/ticket-query.ts';

export const Route = createFileRoute('/_app/tickets/$id')({
  validateSearch: defineSearch({ tab: oneOf(TICKET_TABS, 'timeline') }),
  loader: ({ params, cause }) => {
    if (cause !== 'stay') prefetchTicket(params.id);
  },
  component: Ticket,
  codeSplitGroupings: [['loader', 'component']],
});

function Ticket() {
  const { id } = Route.useParams();
  const { tab = 'timeline' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  return (
    <TicketPage
      id={id}
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next === 'timeline' ? undefined : next }, replace: true })}
      onInbox={() => (history.canGoBack() ? history.back() : void navigate({ to: '/inbox' }))}
    />
  );
}
