import { formatCount } from '#src/format/number.ts';
import { defineMessages, plural } from '#src/i18n/messages.ts';

const words = defineMessages({
  tickets: (n: number, count: string) => plural(n, { one: '1 ticket', other: `${count} tickets` }),
  comments: (n: number, count: string) => plural(n, { one: '1 comment', other: `${count} comments` }),
  handles: (n: number, count: string) => plural(n, { one: '1 channel', other: `${count} channels` }),
  links: (n: number, count: string) => plural(n, { one: '1 portal link', other: `${count} portal links` }),
  notes: (n: number, count: string) => plural(n, { one: '1 note', other: `${count} notes` }),
  csat: (n: number, count: string) => plural(n, { one: '1 rating', other: `${count} ratings` }),
  feedback: (n: number, count: string) => plural(n, { one: '1 chat rating', other: `${count} chat ratings` }),
  sessions: (n: number, count: string) => plural(n, { one: '1 AI session', other: `${count} AI sessions` }),
  messages: (n: number, count: string) => plural(n, { one: '1 chat message', other: `${count} chat messages` }),
  visitors: (n: number, count: string) => plural(n, { one: '1 visitor', other: `${count} visitors` }),
  events: (n: number, count: string) => plural(n, { one: '1 visitor event', other: `${count} visitor events` }),
  webhook_bodies: (n: number, count: string) =>
    plural(n, { one: '1 webhook message', other: `${count} webhook messages` }),
  kept_answers: (n: number, count: string) =>
    plural(n, { one: '1 stored API answer', other: `${count} stored API answers` }),
});
const { and } = defineMessages({ and: (before: string, last: string) => `${before} and ${last}` });

/** Kinds of data of a customer. */
export type Part = keyof typeof words;
/** The number of each part; absent parts were not counted. */
export type PartCounts = Readonly<Partial<Record<Part, number>>>;

const PARTS: readonly Part[] = [
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
];

/** "7 tickets". */
export function partWords(part: Part, n: number): string {
  return words[part](n, formatCount(n));
}

/** "7 tickets", "12 comments", without zeros. */
export function partLines(counts: PartCounts, parts = PARTS): readonly string[] {
  return parts.flatMap((part) => {
    const n = counts[part] ?? 0;
    return n === 0 ? [] : [partWords(part, n)];
  });
}

/** "2 tickets, 1 channel and 1 note"; null for none. */
export function partSentence(counts: PartCounts, parts = PARTS): string | null {
  const lines = [...partLines(counts, parts)];
  const last = lines.pop();
  if (last === undefined) return null;
  return lines.length === 0 ? last : and(lines.join(', '), last);
}

interface PartListProps {
  /** The first line. */
  readonly record: string;
  readonly counts: PartCounts;
}

/** The parts as a list. */
export function PartList({ record, counts }: PartListProps) {
  return (
    <ul className="mt-1 tabular-nums">
      {[record, ...partLines(counts)].map((line) => (
        <li key={line} className="border-b border-line py-1 last:border-b-0">
          {line}
        </li>
      ))}
    </ul>
  );
}
