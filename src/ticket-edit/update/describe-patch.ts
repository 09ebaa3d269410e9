import type { TicketStatus } from '#contract/tickets.ts';
import { priorityWord } from '#src/format/ticket-words.ts';
import { formatInstant } from '#src/format/time.ts';
import { messages } from '#src/ticket-edit/messages.ts';
import type { TicketPatch } from './change-store.ts';

type Said<Lead extends readonly unknown[]> = string | ((...args: [...Lead, string]) => string);

/** How each thing that a patch can do is said. @typeParam Lead what every text begins with, such as a count */
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

/** Each thing that a patch does, in words. */
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

/** "resolved, assigned to Samir Nasser": what a patch does, for toasts, receipts and live regions. */
export function describePatch(patch: TicketPatch, zone: string): string {
  return joinWords(sayPatch(patch, messages.did, zone));
}

export function joinWords(words: readonly string[]): string {
  return words.reduce((all, word) => (all === '' ? word : messages.and(all, word)), '');
}
