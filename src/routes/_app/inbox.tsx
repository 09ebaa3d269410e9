import { createFileRoute, useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { InboxView } from '#src/inbox/inbox-view.tsx';
import { validateInboxSearch, type InboxSearch } from '#src/inbox/search.ts';
import { PageHeader } from '#src/shell/page-header.tsx';

// Fetched with the first ticket that somebody points at or opens, not with the list.
const loadDetail = () => import('#src/tickets/ticket-detail.tsx');
const TicketDetail = lazy(async () => ({ default: (await loadDetail()).TicketDetail }));

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before this one is the list that the ticket was opened from. */
    fromList?: boolean;
  }
}

export const Route = createFileRoute('/_app/inbox')({
  validateSearch: validateInboxSearch,
  // Begun and not waited for: the list asks for the same and shows how far it is.
  loader: ({ cause, location }) => {
    if (cause === 'stay') return;
    if ('ticket' in location.search) void loadDetail();
    void import('#src/inbox/prefetch-inbox.ts').then(({ prefetchInbox }) => prefetchInbox(location.search));
  },
  component: Inbox,
  // Nearly everybody's first page: in the entry, which saves a request and compresses better.
  codeSplitGroupings: [],
});

function Inbox() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { history } = useRouter();
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
      Header={PageHeader}
      onIntent={(id) => {
        void loadDetail();
        void import('#src/tickets/ticket-query.ts').then(({ prefetchTicket }) => prefetchTicket(id));
      }}
      renderTicket={({ position, total, onPrevious, onNext, ...ticket }) => (
        <Suspense fallback={null}>
          <TicketDetail {...ticket} place={{ position, total, onPrevious, onNext }} onInbox={leaveTicket} />
        </Suspense>
      )}
    />
  );
}
