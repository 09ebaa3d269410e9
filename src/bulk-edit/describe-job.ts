import { ERROR_STATUS } from '#contract/errors.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { formatCount } from '#src/format/number.ts';
import { priorityWord, statusWord } from '#src/format/ticket-words.ts';
import { formatTime } from '#src/format/time.ts';
import type { JobState } from '#src/jobs/job.ts';
import { messages as rowMessages } from '#src/ticket-edit/messages.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { describePatch, joinWords, rowFailureMessage, sayPatch } from '#src/ticket-edit/update/describe-change.ts';
import type { BulkRow } from './bulk-set.ts';
import { messages } from './messages.ts';

/** A bulk change as the panel shows it. */
export interface BulkView {
  readonly patch: TicketPatch;
  readonly startedAtMs: number;
  readonly mode: 'apply' | 'undo';
  /** `preparing`: its tickets are being listed. */
  readonly phase: 'preparing' | Exclude<JobState['phase'], 'ready'>;
  readonly error: unknown;
  readonly wait: JobState['wait'];
  readonly secondsLeft: number | null;
  readonly hasBulk: boolean;
  readonly total: number;
  readonly saved: number;
  /** They had the new values before. */
  readonly unchanged: number;
  readonly failed: number;
  readonly waiting: number;
  readonly undone: number;
  readonly skipped: number;
  readonly undoable: number;
  /** Failed and skipped ones. */
  readonly failedRows: readonly BulkRow[];
  /** The old values, if all tickets had the same and this browser knows them. */
  readonly before: BulkRow['before'];
}

// Before the change.

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

/** Follows the number of tickets that already have the new value: "already urgent". */
export function alreadyWords(patch: TicketPatch): string {
  const [word, ...others] = sayPatch(patch, messages.already, 'UTC');
  return word === undefined || others.length > 0 ? messages.already.several : word;
}

// The change and its tickets.

type Counts = Pick<BulkView, 'mode' | 'patch' | 'saved' | 'unchanged' | 'failed' | 'undone' | 'skipped'>;

/** "23 already urgent". */
interface OutcomePart {
  readonly key: 'changed' | 'unchanged' | 'failed' | 'undone' | 'left';
  readonly count: number;
  readonly text: string;
}

/** "20 changed", "23 already urgent", "1 failed": with the number to do, they add up to all tickets. */
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

/** Outcomes other than "changed"; empty if there are none. */
export function describeRest(job: Counts): string {
  const rest = outcomeParts(job).filter(({ key, count }) => key !== 'changed' && count > 0);
  return joinWords(rest.map(({ text }) => text));
}

export function rowOutcome(row: Pick<BulkRow, 'state'>, patch: TicketPatch): string {
  const { outcome } = messages;
  const words: Readonly<Record<BulkRow['state'], string>> = {
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

/** "210 of 312 are now resolved." */
export function jobHeadline(job: BulkView, zone: string): string {
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

/** The old value, then the progress or why it stopped. */
export function jobNote(job: BulkView): string {
  const was = job.mode === 'undo' ? '' : wasOf(job.before);
  return [was, phaseOf(job)].filter((part) => part !== '').join(' ');
}

function wasOf(before: BulkRow['before']): string {
  if (before === null || Object.keys(before).length === 0) return '';
  const { was } = messages;
  const { status, priority, assignee_agent_id: agent, assignee_name: name } = before;
  if (status !== undefined) return was.status(statusWord(status));
  if (priority !== undefined) return was.priority(priorityWord(priority));
  if (agent === undefined) return '';
  return agent === null ? was.nobody : was.assignee(name ?? agent);
}

function phaseOf({ phase: now, error, waiting, undoable, mode, wait, secondsLeft }: BulkView): string {
  const { phase } = messages;
  switch (now) {
    case 'preparing':
      return phase.preparing;
    case 'running':
      return wait === null ? describeTime(secondsLeft) : phase.wait[wait];
    case 'stopping':
      return phase.stopping;
    case 'stopped': {
      const left = mode === 'undo' ? undoable : waiting;
      if (error === null) return phase.stopped(left, formatCount(left));
      const isSilent = error instanceof ApiFailure && (error.kind === 'network' || error.kind === 'timeout');
      return isSilent ? phase.network : phase.service(rowFailureMessage(error));
    }
    case 'done':
      return '';
  }
}

function describeTime(seconds: number | null): string {
  if (seconds === null) return '';
  const whole = Math.max(1, Math.ceil(seconds));
  return whole < 90 ? messages.eta.seconds(whole) : messages.eta.minutes(Math.ceil(whole / 60));
}

/** "409 conflict". */
export function failureCode({ code }: BulkRow): string {
  if (code === null) return '';
  const status: Readonly<Record<string, number>> = ERROR_STATUS;
  const known = Object.hasOwn(status, code) ? status[code] : undefined;
  return known === undefined ? code : messages.coded(String(known), code);
}

/** Why a ticket was not changed, in words. */
export function failureReason({ code, message, state }: BulkRow, zone: string): string {
  const { why } = messages;
  if (code === 'conflict') {
    // Our service's message names the person and the time; other services word it differently.
    const [, who, when] = /^(.+) changed it at (\d{4}-\S+Z): /s.exec(message ?? '') ?? [];
    if (who !== undefined && when !== undefined) return why.changedBy(who, formatTime(when, zone));
    return state === 'skipped' ? why.undoConflict : why.conflict;
  }
  if (state === 'skipped' && code === null) return why.undoConflict;
  if (code === 'undo_expired') return why.undoExpired;
  if (code === 'overloaded') return why.overloaded;
  if (code === 'not_found') return why.not_found;
  if (code === 'insufficient_scope' || code === 'forbidden') return why.scope;
  if (code === 'internal_error') return why.server;
  return message ?? why.unreadable;
}

/** The same, short enough for the ticket's row. */
export function rowReason({ code, message }: BulkRow): string {
  const { why } = rowMessages;
  if (code === 'conflict') return why.conflict;
  if (code === 'not_found') return why.not_found;
  if (code === 'overloaded') return why.overloaded;
  if (code === 'insufficient_scope' || code === 'forbidden') return why.forbidden('tickets:write');
  if (code === 'internal_error') return why.server;
  return message ?? why.unreadable;
}
