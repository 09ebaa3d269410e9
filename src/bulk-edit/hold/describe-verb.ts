import { formatCount } from '#src/format/number.ts';
import { priorityWord } from '#src/format/ticket-words.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { describePatch } from '#src/ticket-edit/update/describe-patch.ts';
import { messages } from './messages.ts';

/** "Close 612 tickets". */
export function verbLabel(patch: TicketPatch, n: number): string {
  const { verb } = messages;
  const count = formatCount(n);
  const { status, priority, assignee, addTags = [], removeTags = [], snoozedUntilUtc } = patch;
  const hasTags = addTags.length + removeTags.length > 0;
  const fields = [status, priority, assignee, snoozedUntilUtc].filter((field) => field !== undefined).length;
  if (fields + Number(hasTags) !== 1) return verb.several(n, count);
  if (status !== undefined) return verb[status](n, count);
  if (priority !== undefined) return verb.priority(n, count, priorityWord(priority));
  if (assignee !== undefined) return (assignee === null ? verb.unassign : verb.assign)(n, count);
  if (hasTags) return verb.tags(n, count);
  return (snoozedUntilUtc === null ? verb.wake : verb.snooze)(n, count);
}

/** "612 tickets will be assigned to Samir Nasser." */
export function effectSentence(patch: TicketPatch, n: number, zone: string): string {
  const { effect } = messages;
  const count = formatCount(n);
  const { addTags = [], removeTags = [], ...fields } = patch;
  const isOne = Object.values(fields).every((field) => field === undefined) && addTags.length === 0;
  if (isOne && removeTags.length > 0) return effect.untagged(n, count, removeTags.join(', '));
  const isAwake = patch.snoozedUntilUtc === null && Object.keys(fields).length === 1;
  if (isAwake && addTags.length + removeTags.length === 0) return effect.woken(n, count);
  return effect.be(n, count, describePatch(patch, zone));
}
