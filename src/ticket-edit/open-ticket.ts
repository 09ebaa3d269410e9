/** The parts of a ticket, as its address names them; the timeline is comments and activity together. */
export const TICKET_TABS = ['timeline', 'comments', 'activity', 'links'] as const;
export type TicketTab = (typeof TICKET_TABS)[number];

/** Where a ticket stands in the list that it was opened from. */
export interface ListPosition {
  /** Counted from 1; null while its row is not loaded. */
  readonly position: number | null;
  readonly total: number;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  /** The ticket is done: on to the next one. */
  readonly onDone: () => void;
}

/** A ticket that is open beside or over a list. */
export interface OpenTicket {
  /** As in the address. */
  readonly id: string;
  readonly tab: TicketTab;
  readonly onTab: (tab: TicketTab) => void;
  readonly listPosition: ListPosition;
  /** Back to the list, where the ticket has the screen to itself. */
  readonly onBack: (() => void) | undefined;
  /** Gives the ticket a page of its own; absent where it has one. */
  readonly onPage: (() => void) | undefined;
}

/** The way to a ticket, for what tells of one that is not shown; set by the frame of the page. */
export const ticketOpener: { current: ((id: bigint) => void) | null } = { current: null };
