/** The parts of a ticket, as its address names them; the timeline is comments and activity together. */
export const TICKET_TABS = ['timeline', 'comments', 'activity', 'links'] as const;
export type TicketTab = (typeof TICKET_TABS)[number];
