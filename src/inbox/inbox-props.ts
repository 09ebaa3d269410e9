import type { ComponentType, ReactNode } from 'react';
import type { InboxSearch, TicketTab } from './search.ts';

/** What the open ticket needs of the list it was opened from. */
export interface OpenTicket {
  readonly id: string;
  readonly tab: TicketTab;
  readonly onTab: (tab: TicketTab) => void;
  /** Place in the list, counted from 1; null while its row is not loaded. */
  readonly position: number | null;
  readonly total: number;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  /** It is resolved: on to the next. */
  readonly onDone: () => void;
  /** Back to the list, where the ticket has the screen to itself. */
  readonly onBack: (() => void) | undefined;
}

export interface Navigation {
  readonly replace: boolean;
}

export interface InboxViewProps {
  readonly search: InboxSearch;
  readonly go: (search: InboxSearch, how: Navigation) => void;
  /** Leaves the open ticket by the browser's way back when the list was before it. */
  readonly leaveTicket: () => void;
  readonly Header: ComponentType<{ title: string; note?: ReactNode; actions?: ReactNode }>;
  readonly renderTicket: (ticket: OpenTicket) => ReactNode;
  readonly onIntent: (id: string) => void;
}
