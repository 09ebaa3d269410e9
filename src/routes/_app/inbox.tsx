import { createFileRoute, useRouter } from '@tanstack/react-router';
import { Suspense, useCallback, useState } from 'react';
import { useAddress } from '#src/browser/use-address.ts';
import { InboxView } from '#src/inbox/inbox-view.tsx';
import { prefetchInbox } from '#src/inbox/list/list-queries.ts';
import { inboxSearch, type InboxSearch } from '#src/inbox/search.ts';
import { NewTicketButton } from '#src/new-ticket/new-ticket-button.tsx';
import type { OpenTicket } from '#src/ticket-edit/open-ticket.ts';
import { lazyPart, preloadCode, usePart } from '#src/ui/lazy-part.tsx';
import { messages } from '#src/ui/messages.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';

// The first paint and the rows do without it.
const TicketDetail = lazyPart(async () => (await import('#src/tickets/ticket-detail.tsx')).TicketDetail);

const ExceededCaps = lazyPart(
  async () => (await import('#src/ai-usage/after-paint.tsx')).ExceededCaps,
  () => null,
);

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
  const search = useAddress(readAddress, PLAIN);
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  const [hasVerbs, setHasVerbs] = useState(false);
  const hasComposer = usePart(TicketDetail, hasVerbs);
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
    (ticket: OpenTicket, onInbox: () => void) => (
      <Suspense fallback={<div aria-busy={!hasComposer} className="ticket-skeleton" />}>
        <TicketDetail {...ticket} onInbox={onInbox} />
      </Suspense>
    ),
    // One that was opened before its code was there is drawn with the keys that count on it, and not a moment later.
    [hasComposer],
  );
  return (
    <InboxView
      search={search}
      go={go}
      leaveTicket={leaveTicket}
      newTicket={<NewTicketButton />}
      banner={
        <Suspense fallback={null}>
          <ExceededCaps />
        </Suspense>
      }
      hasComposer={hasComposer}
      onVerbs={setHasVerbs}
      onQueue={(source) =>
        import('#src/inbox/queue/queue.ts').then(
          ({ beginQueue }) => void navigate({ to: '/queue', search: beginQueue(source), state: { fromList: true } }),
          () => void toast({ kind: 'error', text: messages.partMissing }),
        )
      }
      onIntent={prepareTicket}
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

function prepareTicket(id: string): void {
  TicketDetail.preload();
  preloadCode(async () => (await import('#src/tickets/ticket-query.ts')).prefetchTicket(id));
}
