import { useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { hidePanel } from '#src/bulk-edit/bulk-job.ts';
import { messages } from '#src/inbox/messages.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import type { TicketTab } from '#src/ticket-edit/open-ticket.ts';
import type { GridHandle, OpenOptions } from '#src/ui/rows/windowed-grid.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { withFilter, withoutFilters } from './list-plan.ts';

export interface InboxActions {
  readonly filter: (change: Partial<InboxSearch>) => void;
  readonly clearFilters: () => void;
  readonly setLayout: (layout: 'table' | undefined) => void;
  readonly open: (id: string, how: OpenOptions) => void;
  readonly showTab: (tab: TicketTab) => void;
  readonly noteFirstRow: (index: number) => void;
  /** Moves the focus from the search field into the list. */
  readonly leaveSearch: (toFirst: boolean) => void;
  readonly refresh: () => Promise<void>;
}

interface Inbox {
  readonly search: InboxSearch;
  readonly go: (search: InboxSearch, how: { readonly replace: boolean }) => void;
  readonly openTicket: (id: string, how: Pick<OpenOptions, 'replace' | 'isPassing'>) => void;
  readonly refresh: () => Promise<void>;
}

/** A stable object, so that memoised components don't render again when rows arrive. */
export function useInboxActions(
  inbox: Inbox,
  grid: RefObject<GridHandle<Ticket> | null>,
  requestFocus: () => void,
): InboxActions {
  const latest = useRef(inbox);
  useLayoutEffect(() => {
    latest.current = inbox;
  });
  return useMemo(() => {
    const show = (next: (search: InboxSearch) => InboxSearch, replace = true): void => {
      const { search, go } = latest.current;
      go(next(search), { replace });
    };
    return {
      // Back undoes a filter. Typing in the search replaces the entry of the history.
      filter: (change) =>
        show(
          (now) => withFilter(now, change),
          Object.keys(change).every((key) => key === 'q'),
        ),
      clearFilters: () => show(withoutFilters, false),
      setLayout(layout) {
        show((now) => {
          // An open ticket would cover the table.
          const { ticket: _ticket, tab: _tab, ...bare } = now;
          return layout === 'table' ? { ...bare, layout } : { ...now, layout };
        }, false);
        const { toggled, split, table } = messages.display;
        announce(toggled(layout === undefined ? split : table));
      },
      open(id, { wantsFocus, ...how }) {
        if (wantsFocus) requestFocus();
        hidePanel();
        latest.current.openTicket(id, how);
      },
      showTab: (tab) => show((now) => ({ ...now, tab: tab === 'timeline' ? undefined : tab })),
      noteFirstRow(first) {
        if (first === (latest.current.search.skip ?? 0)) return;
        show((now) => ({ ...now, skip: first === 0 ? undefined : first }));
      },
      leaveSearch(toFirst) {
        if (toFirst) grid.current?.focusRow(null);
        else grid.current?.activeRow().element?.focus();
      },
      async refresh() {
        await latest.current.refresh();
        announce(messages.refreshed);
      },
    };
  }, [grid, requestFocus]);
}
