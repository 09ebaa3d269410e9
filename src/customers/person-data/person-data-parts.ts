import type { exportCustomer } from '#contract/customer-data.ts';
import type { Reply } from '#contract/operation.ts';
import { formatCount } from '#src/format/number.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { messages } from './messages.ts';

const PARTS = [
  'tickets',
  'comments',
  'handles',
  'links',
  'notes',
  'csat',
  'feedback',
  'sessions',
  'messages',
  'visitors',
  'events',
  'webhook_bodies',
  'kept_answers',
] as const satisfies (keyof typeof messages.parts)[];

/** How much there is of each part; what is left out was not counted. */
type PartCounts = Readonly<Partial<Record<(typeof PARTS)[number], number>>>;

/** "7 tickets", "12 comments": what there is of a person, without what there is none of. */
export function partLines(counts: PartCounts): readonly string[] {
  return PARTS.flatMap((part) => {
    const n = counts[part] ?? 0;
    return n === 0 ? [] : [messages.parts[part](n, formatCount(n))];
  });
}

/** The same in one sentence. */
export function partSentence(counts: PartCounts): string {
  const lines = [...partLines(counts)];
  const last = lines.pop();
  if (last === undefined) return messages.parts.none.charAt(0).toLowerCase() + messages.parts.none.slice(1);
  return lines.length === 0 ? last : messages.parts.and(lines.join(', '), last);
}

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
