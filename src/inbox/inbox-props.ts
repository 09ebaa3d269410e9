import type { ReactNode } from 'react';
import type { ListPlan } from '#src/inbox/list/list-plan.ts';
import type { QueueSource } from '#src/inbox/queue/queue-store.ts';
import type { OpenTicket } from './list/open-ticket.ts';
import type { Capabilities } from './capabilities.ts';
import type { InboxSearch } from './search.ts';

export interface Navigation {
  readonly replace: boolean;
}

export interface InboxViewProps {
  readonly search: InboxSearch;
  readonly go: (search: InboxSearch, how: Navigation) => void;
  /** Leaves the open ticket by the browser's way back when the list was before it. */
  readonly leaveTicket: () => void;
  /** The button of another room, at the end of the header. */
  readonly newTicket: ReactNode;
  readonly renderTicket: (ticket: OpenTicket) => ReactNode;
  readonly onIntent: (id: string) => void;
  /** Goes through the list one ticket at a time. */
  readonly onQueue: (source: QueueSource) => void;
}

/** What the buttons of the page's header need. */
export interface InboxActionsProps {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  readonly can: Capabilities;
  readonly isFetching: boolean;
  readonly isPhone: boolean;
  /** The list is that of the search in the address. */
  readonly hasResults: boolean;
  readonly onLeaveSearch: (toFirst: boolean) => void;
  readonly onRefresh: () => Promise<void>;
  readonly onQueue: () => void;
  readonly onLayout: (layout: 'table' | undefined) => void;
  readonly onDisplay: (change: Pick<InboxSearch, 'group' | 'limit'>) => void;
  readonly onFilter: (change: Partial<InboxSearch>) => void;
}
