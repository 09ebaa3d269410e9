import { ERROR_STATUS } from '#contract/errors.ts';
import { formatCount } from '#src/format/number.ts';
import { priorityWord, statusWord } from '#src/format/ticket-words.ts';
import { formatInstant, formatTime } from '#src/format/time.ts';
import { rowFailureMessage } from '#src/ticket-edit/update/row-failure-message.ts';
import type { JobRow } from '#src/bulk-edit/engine/receipt.ts';
import type { JobView } from '#src/bulk-edit/engine/job-store.ts';
import { messages } from './messages.ts';

/** The one sentence that says what is true now. */
export function jobHeadline(job: JobView, zone: string): string {
  const { lead } = messages;
  const { patch, phase, mode, total, saved, unchanged, undone } = job;
  if (phase === 'preparing') return lead.preparing(total, formatCount(total));
  if (mode === 'undo') return lead.undone(undone, whoOf(undone, undone + job.skipped + saved));
  const n = saved + unchanged;
  const who = whoOf(n, total);
  const { status, priority, assignee, addTags = [], removeTags = [], snoozedUntilUtc } = patch;
  const parts = [status, priority, assignee, snoozedUntilUtc].filter((field) => field !== undefined).length;
  const lists = (addTags.length > 0 ? 1 : 0) + (removeTags.length > 0 ? 1 : 0);
  if (parts + lists !== 1) return lead.several(n, who);
  if (status !== undefined) return lead.status[status](n, who);
  if (priority !== undefined) return lead.priority(n, who, priorityWord(priority));
  if (assignee !== undefined) return assignee === null ? lead.nobody(n, who) : lead.assignee(n, who, assignee.name);
  if (addTags.length > 0) return lead.tagged(n, who, addTags.join(', '));
  if (removeTags.length > 0) return lead.untagged(n, who, removeTags.join(', '));
  return typeof snoozedUntilUtc === 'string'
    ? lead.snoozed(n, who, formatInstant(snoozedUntilUtc, zone))
    : lead.woken(n, who);
}

function whoOf(done: number, total: number): string {
  return done === total
    ? messages.all(total, formatCount(total))
    : messages.some(formatCount(done), formatCount(total));
}

/** What was before, and what comes next. */
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
      return job.pauseReason === 'reload' ? phase.reload : phase.paused;
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
