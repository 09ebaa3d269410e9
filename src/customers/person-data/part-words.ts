import { formatCount } from '#src/format/number.ts';
import { messages } from './person-data-messages.ts';

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
export type PartCounts = Readonly<Partial<Record<(typeof PARTS)[number], number>>>;

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
