/** The parts of a ticket; the timeline is comments and activity together. */
export const TABS = ['timeline', 'comments', 'activity', 'links'] as const;
export type TicketTab = (typeof TABS)[number];

/** The tab of a URL; what is none is the timeline. */
export function readTab(value: unknown): TicketTab {
  return TABS.find((tab) => tab === value) ?? 'timeline';
}
