import type { Activity, Ticket, TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { priorityWord, statusWord, tagsOf } from '#src/format/ticket-words.ts';
import { formatInstant, formatTime } from '#src/format/time.ts';
import { messages } from '#src/ticket-edit/messages.ts';
import type { TicketPatch } from './change-store.ts';

type Said<Lead extends readonly unknown[]> = string | ((...args: [...Lead, string]) => string);

/** The words for each field of a patch. @typeParam Lead leading arguments of every text, such as a count */
export interface PatchWords<Lead extends readonly unknown[]> {
  readonly status: Readonly<Record<TicketStatus, Said<Lead>>>;
  readonly priority: Said<Lead>;
  readonly assigned: Said<Lead>;
  readonly unassigned: Said<Lead>;
  readonly tagged: Said<Lead>;
  readonly untagged: Said<Lead>;
  readonly snoozed: Said<Lead>;
  readonly woken: Said<Lead>;
}

/** One phrase for each field of a patch. */
export function sayPatch<Lead extends readonly unknown[]>(
  patch: TicketPatch,
  words: PatchWords<Lead>,
  zone: string,
  ...lead: Lead
): readonly string[] {
  const { status, priority, assignee, addTags = [], removeTags = [], snoozedUntilUtc: until } = patch;
  const say = (said: Said<Lead>, value = ''): string => (typeof said === 'string' ? said : said(...lead, value));
  return [
    ...(status === undefined ? [] : [say(words.status[status])]),
    ...(priority === undefined ? [] : [say(words.priority, priorityWord(priority))]),
    ...(assignee === undefined ? [] : [assignee === null ? say(words.unassigned) : say(words.assigned, assignee.name)]),
    ...(addTags.length === 0 ? [] : [say(words.tagged, addTags.join(', '))]),
    ...(removeTags.length === 0 ? [] : [say(words.untagged, removeTags.join(', '))]),
    ...(until === undefined
      ? []
      : [until === null ? say(words.woken) : say(words.snoozed, formatInstant(until, zone))]),
  ];
}

/** "resolved, assigned to Samir Nasser" */
export function describePatch(patch: TicketPatch, zone: string): string {
  return joinWords(sayPatch(patch, messages.did, zone));
}

export function describePatches(patches: readonly TicketPatch[], zone: string): string {
  return joinWords(patches.map((patch) => describePatch(patch, zone)));
}

export function joinWords(words: readonly string[]): string {
  return words.reduce((all, word) => (all === '' ? word : messages.and(all, word)), '');
}

/** "Priority Urgent → High" for each field that differs. */
export function describeDifference(before: Ticket, current: Ticket, zone: string): string {
  const { conflict: words } = messages;
  const values = (ticket: Ticket) => ({
    status: statusWord(ticket.status),
    priority: priorityWord(ticket.priority),
    assignee: ticket.assignee_name ?? ticket.assignee_agent_id ?? words.nobody,
    tags: tagsOf(ticket.tags).join(', ') || words.nothing,
    snoozed: ticket.snoozed_until_utc ? formatInstant(ticket.snoozed_until_utc, zone) : words.nothing,
  });
  const [old, now] = [values(before), values(current)];
  const names = ['status', 'priority', 'assignee', 'tags', 'snoozed'] as const;
  const different = names.filter((name) => old[name] !== now[name]);
  return joinWords(different.map((name) => words.change(words.fields[name], old[name], now[name])));
}

/** "Robin changed this ticket at 14:02": the author of the newest activity since `before`, if there is one. */
export function describeWho(before: Pick<TicketDetail, 'activity'>, current: TicketDetail, zone: string): string {
  const known = new Set(before.activity?.map(({ id }) => id));
  const last = current.activity?.reduce<Activity | null>(
    (newest, event) => (!known.has(event.id) && (newest === null || event.id > newest.id) ? event : newest),
    null,
  );
  return last == null
    ? messages.conflict.titlePlain
    : messages.conflict.title(last.actor, formatTime(last.created_utc, zone));
}

/** The reason of a failed change, short enough for a row; `failureMessage` has the long form. */
export function rowFailureMessage(error: unknown): string {
  const { why } = messages;
  if (!(error instanceof ApiFailure)) return why.program;
  if (error.kind === 'forbidden') return why.forbidden('tickets:write');
  if (error.kind === 'bad_request') return why.bad_request(error.message);
  if (error.status === 503) return why.overloaded;
  return why[error.kind];
}
