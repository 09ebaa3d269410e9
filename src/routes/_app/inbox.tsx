import { createFileRoute, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { onFirstInput } from '#src/browser/first-input.ts';
import { InboxView } from '#src/inbox/inbox-view.tsx';
import { prefetchInbox } from '#src/inbox/list/list-queries.ts';
import { inboxSearch, type InboxSearch } from '#src/inbox/search.ts';
import { NewTicketButton } from '#src/new-ticket/new-ticket-button.tsx';
import { lazyPart, preloadCode } from '#src/ui/lazy-part.tsx';
import { messages } from '#src/ui/messages.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';

// Fetched when somebody is there who may open a ticket: the first paint and the rows do without.
const TicketDetail = lazyPart(async () => (await import('#src/tickets/ticket-detail.tsx')).TicketDetail);

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
  loader: ({ cause, deps, context, location }) => {
    if (cause === 'stay') return;
    const { queryClient, whoami } = context;
    void prefetchInbox(deps, { queryClient, whoami, location });
  },
  component: Inbox,
});

function Inbox() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  useEffect(() => onFirstInput(TicketDetail.preload), []);
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
  return (
    <InboxView
      search={search}
      go={go}
      leaveTicket={leaveTicket}
      newTicket={<NewTicketButton />}
      onQueue={(source) =>
        import('#src/inbox/queue/queue.ts').then(
          ({ beginQueue }) => void navigate({ to: '/queue', search: beginQueue(source), state: { fromList: true } }),
          () => void toast({ kind: 'error', text: messages.partMissing }),
        )
      }
      onIntent={(id) => {
        TicketDetail.preload();
        preloadCode(async () => (await import('#src/tickets/ticket-query.ts')).prefetchTicket(id));
      }}
      renderTicket={(ticket) => (
        <Suspense fallback={<div className="ticket-skeleton" />}>
          <TicketDetail {...ticket} onInbox={leaveTicket} />
        </Suspense>
      )}
    />
  );
}
