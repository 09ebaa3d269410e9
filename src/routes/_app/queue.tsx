import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { OpenTicket } from '#src/ticket-edit/open-ticket.ts';
import { QueueView } from '#src/inbox/queue/queue-view.tsx';
import { listSearchOf, queueSearch, type QueueSearch } from '#src/inbox/search.ts';
import { prefetchTicket, ticketOptions } from '#src/tickets/ticket-query.ts';
import { TicketDetail } from '#src/tickets/ticket-detail.tsx';

export const Route = createFileRoute('/_app/queue')({ validateSearch: queueSearch, component: Queue });

const ticketKey = (id: bigint) => ticketOptions(id).queryKey;

function Queue() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  const leave = useCallback((): void => {
    if (history.location.state.fromList === true) history.back();
    else void navigate({ to: '/inbox', search: listSearchOf });
  }, [history, navigate]);
  const go = useCallback(
    (change: Partial<QueueSearch>): void => {
      const { fromList } = history.location.state;
      void navigate({
        search: (before) => ({ ...before, ...change }),
        replace: true,
        resetScroll: false,
        state: fromList === undefined ? {} : { fromList },
      });
    },
    [history, navigate],
  );
  const renderTicket = useCallback((ticket: OpenTicket) => <TicketDetail {...ticket} onInbox={leave} />, [leave]);
  return (
    <QueueView
      search={search}
      go={go}
      leave={leave}
      ticketKey={ticketKey}
      prefetch={prefetchTicket}
      renderTicket={renderTicket}
    />
  );
}
