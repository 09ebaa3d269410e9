import { ERROR_STATUS } from '#contract/errors.ts';
import { formatCount } from '#src/format/number.ts';
import { priorityWord, statusWord } from '#src/format/ticket-words.ts';
import { formatTime } from '#src/format/time.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { describePatch, joinWords, rowFailureMessage, sayPatch } from '#src/ticket-edit/update/describe-change.ts';
import type { JobView } from './job-store.ts';
import { messages } from './messages.ts';
import type { JobRow } from './receipt.ts';

// Before a job.

/** "Close 612 tickets". */
export function verbLabel(patch: TicketPatch, n: number): string {
  const count = formatCount(n);
  const [verb, ...others] = new Set(sayPatch(patch, messages.verb, 'UTC', n, count));
  return verb === undefined || others.length > 0 ? messages.verb.several(n, count) : verb;
}

/** "612 tickets will be assigned to Samir Nasser." */
export function effectSentence(patch: TicketPatch, n: number, zone: string): string {
  const { effect } = messages;
  const count = formatCount(n);
  const { removeTags = [], snoozedUntilUtc } = patch;
  const isOne = sayPatch(patch, messages.already, zone).length === 1;
  if (isOne && removeTags.length > 0) return effect.untagged(n, count, removeTags.join(', '));
  if (isOne && snoozedUntilUtc === null) return effect.woken(n, count);
  return effect.be(n, count, describePatch(patch, zone));
}

/** Those that a patch does not change, after their number: "already urgent". */
export function alreadyWords(patch: TicketPatch): string {
  const [word, ...others] = sayPatch(patch, messages.already, 'UTC');
  return word === undefined || others.length > 0 ? messages.already.several : word;
}

// A job and its tickets.

type Counts = Pick<JobView, 'mode' | 'patch' | 'saved' | 'unchanged' | 'failed' | 'undone' | 'skipped'>;

/** The outcome of a part of the tickets: "23 already urgent". */
interface OutcomePart {
  readonly key: 'changed' | 'unchanged' | 'failed' | 'undone' | 'left';
  readonly count: number;
  readonly text: string;
}

/** "20 changed", "23 already urgent", "1 failed": with what is still to do they add up to all tickets of the job. */
export function outcomeParts(job: Counts): readonly OutcomePart[] {
  const { mode, patch, saved, unchanged, failed, undone, skipped } = job;
  if (mode === 'undo') {
    return [
      { key: 'undone', count: undone, text: messages.undone(formatCount(undone)) },
      { key: 'left', count: skipped, text: messages.left(skipped, formatCount(skipped)) },
    ];
  }
  const already = messages.unchanged(formatCount(unchanged), alreadyWords(patch));
  return [
    { key: 'changed', count: saved, text: messages.changed(formatCount(saved)) },
    ...(unchanged === 0 ? [] : [{ key: 'unchanged' as const, count: unchanged, text: already }]),
    { key: 'failed', count: failed, text: messages.failed(formatCount(failed)) },
  ];
}

export function describeOutcome(job: Counts): string {
  return joinWords(outcomeParts(job).map(({ text }) => text));
}

/** All that is to be said beside "300 tickets resolved"; empty where that is all. */
export function describeRest(job: Counts): string {
  const rest = outcomeParts(job).filter(({ key, count }) => key !== 'changed' && count > 0);
  return joinWords(rest.map(({ text }) => text));
}

/** The outcome of one ticket, in the same words. */
export function rowOutcome(row: Pick<JobRow, 'state'>, patch: TicketPatch): string {
  const { outcome } = messages;
  const words: Readonly<Record<JobRow['state'], string>> = {
    waiting: outcome.toDo,
    sending: outcome.toDo,
    unsure: outcome.toDo,
    saved: outcome.changed,
    unchanged: alreadyWords(patch),
    failed: outcome.failed,
    undone: outcome.undone,
    skipped: outcome.left,
  };
  return words[row.state];
}

/** The one sentence that says what is true now. */
export function jobHeadline(job: JobView, zone: string): string {
  const { lead } = messages;
  const { patch, phase, mode, total, saved, unchanged, undone } = job;
  if (phase === 'preparing') return lead.preparing(total, formatCount(total));
  if (mode === 'undo') return lead.undone(undone, whoOf(undone, undone + job.skipped + saved));
  const n = saved + unchanged;
  const who = whoOf(n, total);
  const [sentence, ...others] = sayPatch(patch, lead, zone, n, who);
  return sentence === undefined || others.length > 0 ? lead.several(n, who) : sentence;
}

function whoOf(done: number, total: number): string {
  return done === total
    ? messages.all(total, formatCount(total))
    : messages.some(formatCount(done), formatCount(total));
}

/** The value before, and what comes next. */
export function jobNote(job: JobView): string {
  const was = job.mode === 'undo' ? '' : wasOf(job.before);
  return [was, phaseOf(job)].filter((part) => part !== '').join(' ');
}

function wasOf(before: JobRow['before']): string {
  if (before === null || Object.keys(before).length === 0) return '';
  const { was } = messages;
  const { status, priority, assignee_agent_id: agent, assignee_name: name } = before;
  if (status !== undefined) return was.status(statusWord(status));
  if (priority !== undefined) return was.priority(priorityWord(priority));
  if (agent === undefined) return '';
  return agent === null ? was.nobody : was.assignee(name ?? agent);
}

function phaseOf(job: JobView): string {
  const { phase } = messages;
  switch (job.phase) {
    case 'preparing':
      return phase.preparing;
    case 'running':
      return etaOf(job);
    case 'pausing':
      return phase.pausing;
    case 'paused':
      if (job.pauseReason === 'network') return phase.network;
      if (job.pauseReason === 'service') return phase.service(rowFailureMessage(job.error));
      return phase.paused;
    case 'stopped':
      return phase.stopped(job.waiting, formatCount(job.waiting));
    case 'done':
      return job.error === null ? '' : phase.refused(rowFailureMessage(job.error));
  }
}

function etaOf({ perSecond, waiting, undoable, mode, isWaiting }: JobView): string {
  const left = mode === 'undo' ? undoable : waiting;
  if (perSecond === null) return isWaiting ? messages.phase.waiting : '';
  const seconds = Math.max(1, Math.ceil(left / perSecond));
  return seconds < 90 ? messages.eta.seconds(seconds) : messages.eta.minutes(Math.ceil(seconds / 60));
}

/** "409 conflict". */
export function failureCode({ code }: JobRow): string {
  if (code === null) return '';
  const status: Readonly<Record<string, number>> = ERROR_STATUS;
  const known = Object.hasOwn(status, code) ? status[code] : undefined;
  return known === undefined ? code : messages.coded(String(known), code);
}

/** Why a ticket was not changed, in words. */
export function failureReason({ code, message, state }: JobRow, zone: string): string {
  const { why } = messages;
  if (code === 'conflict') {
    // Our service names who and when; another says it in words of its own.
    const [, who, when] = /^(.+) changed it at (\d{4}-\S+Z): /s.exec(message ?? '') ?? [];
    if (who !== undefined && when !== undefined) return why.changedBy(who, formatTime(when, zone));
    return state === 'skipped' ? why.undoConflict : why.conflict;
  }
  if (code === 'overloaded') return why.overloaded;
  if (code === 'not_found') return why.not_found;
  if (code === 'insufficient_scope' || code === 'forbidden') return why.scope;
  if (code === 'internal_error') return why.server;
  return message ?? why.unreadable;
}
