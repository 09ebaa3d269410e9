import { createFileRoute, useRouter } from '@tanstack/react-router';
import { Suspense, type ComponentProps } from 'react';
import { InboxView } from '#src/inbox/inbox-view.tsx';
import { validateInboxSearch, type InboxSearch } from '#src/inbox/search.ts';
import { NewTicketButton } from '#src/new-ticket/new-ticket-button.tsx';
import { PageHeader } from '#src/shell/page-header.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

// Fetched with the first ticket that somebody points at or opens, else when the list stands.
const loadDetail = () => import('#src/tickets/ticket-detail.tsx');
const preloadDetail = () => void loadDetail().catch(() => undefined);
const TicketDetail = lazyPart(async () => (await loadDetail()).TicketDetail);

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
    if ('ticket' in location.search) preloadDetail();
    void import('#src/inbox/prefetch-inbox.ts')
      .then(({ prefetchInbox }) => prefetchInbox(location.search))
      .then(preloadDetail);
  },
  component: Inbox,
  // Nearly everybody's first page: in the entry, which saves a request and compresses better.
  codeSplitGroupings: [],
});

function Header({ actions, ...rest }: ComponentProps<typeof PageHeader>) {
  return (
    <PageHeader
      {...rest}
      actions={
        <>
          {actions}
          <NewTicketButton />
        </>
      }
    />
  );
}

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
      Header={Header}
      onIntent={(id) => {
        preloadDetail();
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
