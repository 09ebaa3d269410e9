/** The parts of a ticket, as named in the address. The timeline has comments and activity. */
export const TICKET_TABS = ['timeline', 'comments', 'activity', 'links'] as const;
export type TicketTab = (typeof TICKET_TABS)[number];

/** The place of a ticket in the list that it was opened from. */
export interface ListPosition {
  /** From 1; null while its row is not loaded. */
  readonly position: number | null;
  readonly total: number;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  /** Shows the next ticket, because this one is done. */
  readonly onDone: () => void;
}

/** A ticket that is open beside or over a list. */
export interface OpenTicket {
  /** As in the address. */
  readonly id: string;
  readonly tab: TicketTab;
  readonly onTab: (tab: TicketTab) => void;
  readonly listPosition: ListPosition;
  /** Back to the list, if the ticket covers it. */
  readonly onBack: (() => void) | undefined;
  /** Opens the ticket on a page of its own. */
  readonly onPage: (() => void) | undefined;
}

/** Opens a ticket, for messages about one that is not on screen. Set by `PageHosts`. */
export const ticketOpener: { current: ((id: bigint) => void) | null } = { current: null };
