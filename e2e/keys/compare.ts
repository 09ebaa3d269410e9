import * as z from 'zod/mini';
import { PRIORITIES, STATUSES } from '#contract/ticket-names.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import type { Kind, SnoozeTime } from './actions.ts';
import { ELSEWHERE } from './disturb.ts';
import type { Fields, MeantTicket, TypedText } from './model.ts';

const Detail = z.object({
  data: z.object({
    status: z.enum(STATUSES),
    priority: z.enum(PRIORITIES),
    tags: z.nullable(z.string()),
    assignee_name: z.nullable(z.string()),
    snoozed_until_utc: z.nullable(z.string()),
    comments: z.array(
      z.object({ body: z.string(), visibility: z.enum(['public', 'internal']), author_kind: z.string() }),
    ),
  }),
});

export interface FoundTicket {
  readonly fields: Fields;
  readonly comments: readonly { readonly kind: Kind; readonly text: string }[];
}

export interface Made {
  readonly id: number;
  readonly number: number;
}

/** The tickets as the service has them. @param today the day of the test's clock, as `2026-11-18` */
export async function readFound(
  site: OwnSite,
  tickets: readonly Made[],
  today: string,
): Promise<readonly FoundTicket[]> {
  return Promise.all(
    tickets.map(async ({ id }) => {
      const answer = await site.call('GET', 'ticket', { query: { id: String(id), include: 'comments' } });
      const {
        status,
        priority,
        tags,
        assignee_name: assignee,
        snoozed_until_utc: until,
        comments,
      } = Detail.parse(answer.json).data;
      return {
        fields: {
          status,
          priority,
          assignee,
          tags: tags?.split(',') ?? [],
          snooze: until === null ? null : timeOf(until, today),
        },
        comments: comments
          .filter(({ author_kind: kind }) => kind === 'agent')
          .map(({ visibility: kind, body: text }) => ({ kind, text })),
      };
    }),
  );
}

/** The tests are on a Wednesday. */
function timeOf(untilUtc: string, today: string): SnoozeTime {
  const days = Math.round((Date.parse(untilUtc.slice(0, 10)) - Date.parse(today)) / 86_400_000);
  if (days === 1) return 'tomorrow';
  if (days === 5) return 'monday';
  return days === 7 ? 'week' : 'laterToday';
}

/** The differences between a ticket and its intention, in words. */
export function differences(meant: MeantTicket, found: FoundTicket): readonly string[] {
  const fields = Object.entries(textsOf(meant.fields)).flatMap(([name, text]) =>
    text === textsOf(found.fields)[name] ? [] : [`${name}: meant ${text}, found ${textsOf(found.fields)[name]}`],
  );
  const wanted = meant.comments.map(commentText);
  const there = found.comments.map(commentText);
  const missing = without(wanted, there).map((text) => `not there: ${text}`);
  const extra = without(there, wanted).map((text) => `not meant: ${text}`);
  return [...fields, ...missing, ...extra];
}

/** The same, without the values that another person set meanwhile: the page need not mention those. */
export function ownDifferences(meant: MeantTicket, found: FoundTicket): readonly string[] {
  const theirs = Object.entries(ELSEWHERE).filter(([name, value]) => textsOf(found.fields)[name] === value);
  return differences({ ...meant, fields: { ...meant.fields, ...Object.fromEntries(theirs) } }, found);
}

/** The same where calls failed: nothing may be there that was never meant for the ticket, and no message twice. */
export function wrongThings(meant: MeantTicket, found: FoundTicket): readonly string[] {
  const allowed: readonly Readonly<Record<string, string>>[] = [...meant.states.map(textsOf), ELSEWHERE];
  const fields = Object.entries(textsOf(found.fields)).flatMap(([name, text]) =>
    // Tags are compared one by one, because one of two changes may have failed.
    name === 'tags' || allowed.some((state) => state[name] === text) ? [] : [`${name}: never meant ${text}`],
  );
  const tags = found.fields.tags.filter((tag) => !meant.states.some((state) => state.tags.includes(tag)));
  const counts = new Map<string, number>();
  const extra = found.comments.flatMap(({ kind, text }) => {
    const isTwice = counts.has(text);
    counts.set(text, 1);
    // Text that came back after a failure may have been sent with the text written after it.
    const isMeant = isJoined(text, kind, meant.texts);
    return isMeant && !isTwice ? [] : [`${isTwice ? 'twice' : 'not meant'}: ${kind} "${text}"`];
  });
  return [...fields, ...tags.map((tag) => `tag never meant: ${tag}`), ...extra];
}

/** @param isOther what came before is of the other kind: a text that was switched took it along */
function isJoined(text: string, kind: Kind, parts: readonly TypedText[], isOther = false): boolean {
  if (text === '') return !isOther;
  return parts.some((part, at) => {
    if (!text.startsWith(part.text)) return false;
    // An empty line separates them if the second was begun before the first came back.
    const rest = text.slice(part.text.length).replace(/^\n\n/, '');
    return isJoined(rest, kind, parts.slice(at + 1), part.kind !== kind || (isOther && !part.isSwitched));
  });
}

function textsOf({ tags, ...fields }: Fields): Readonly<Record<string, string>> {
  const own = Object.entries(fields).map(([name, value]) => [name, value ?? 'none'] as const);
  return { ...Object.fromEntries(own), tags: tags.toSorted().join(' ') };
}

function commentText({ kind, text }: { readonly kind: Kind; readonly text: string }): string {
  return `${kind} "${text}"`;
}

function without(all: readonly string[], taken: readonly string[]): readonly string[] {
  const rest = [...taken];
  return all.filter((text) => {
    const at = rest.indexOf(text);
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
}
