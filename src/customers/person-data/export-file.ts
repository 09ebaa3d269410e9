import type { exportCustomer } from '#contract/customer-data.ts';
import type { Reply } from '#contract/operation.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import type { PartCounts } from './part-words.ts';

type PersonData = Reply<typeof exportCustomer>;

/** Named by the customer and the day in the zone that is shown. */
export function exportFileName({ exported_utc: at, identity }: PersonData, zone: string): string {
  return `customer-${identity.id}-${dayAndTimeOf(at, zone)?.day ?? at.slice(0, 10)}.json`;
}

export function exportCounts(data: PersonData): PartCounts {
  const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);
  return {
    tickets: data.tickets.length,
    comments: sum(data.tickets.map(({ comments }) => comments.length)),
    handles: data.identity.channels.length,
    links: data.links.length,
    notes: data.notes.length,
    csat: data.csat.length,
    feedback: data.feedback.length,
    sessions: data.sessions.length,
    messages: sum(data.sessions.map(({ messages }) => messages.length)),
    visitors: data.visitors.length,
    events: sum(data.visitors.map(({ events }) => events.length)),
  };
}
