/** The parts of a ticket; the timeline is comments and activity together. */
export const TABS = ['timeline', 'comments', 'activity', 'links'] as const;
export type TicketTab = (typeof TABS)[number];
