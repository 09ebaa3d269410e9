import { ApiFailure } from '#src/api/api-failure.ts';
import { formatCount } from '#src/format/number.ts';
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
}

/** "Close 612 tickets". */
export function verbLabel(patch: TicketPatch, n: number): string {
  const count = formatCount(n);
  const [verb, ...others] = new Set(sayPatch(patch, messages.verb, 'UTC', n, count));
  return verb === undefined || others.length > 0 ? messages.verb.several(n, count) : verb;
}

/** "612 tickets will be assigned to Samir Nasser." */
export function effectSentence(patch: TicketPatch, n: number, zone: string): string {
  const { effect, verb } = messages;
  const which = messages.tickets(n, formatCount(n));
  const isOne = sayPatch(patch, verb, zone, n, which).length === 1;
  const { removeTags = [], snoozedUntilUtc } = patch;
  if (isOne && removeTags.length > 0) return effect.untagged(which, removeTags.join(', '));
  if (isOne && snoozedUntilUtc === null) return effect.woken(which);
  return effect.be(which, describePatch(patch, zone));
}

/** "Resolve 312 tickets", or "Undo: 312 tickets resolved". */
export function jobHeadline({ patch, mode, total, undone, skipped, undoable }: BulkView, zone: string): string {
  return mode === 'apply' ? verbLabel(patch, total) : undoLabel(patch, undone + skipped + undoable, zone);
}

/** "Undo: 312 tickets resolved". */
export function undoLabel(patch: TicketPatch, n: number, zone: string): string {
  return messages.undoOf(`${messages.tickets(n, formatCount(n))} ${describePatch(patch, zone)}`);
}

type Counts = Pick<BulkView, 'mode' | 'saved' | 'unchanged' | 'failed' | 'undone' | 'skipped'>;

/** "23 unchanged". */
interface OutcomePart {
  readonly key: 'changed' | 'unchanged' | 'failed' | 'undone' | 'left';
  readonly count: number;
  readonly text: string;
}

/** "20 changed", "23 unchanged", "1 failed": with the number to do, they add up to all tickets. */
export function outcomeParts({ mode, saved, unchanged, failed, undone, skipped }: Counts): readonly OutcomePart[] {
  const part = (key: OutcomePart['key'], count: number): OutcomePart => ({
    key,
    count,
    text: messages.outcome[key](formatCount(count)),
  });
  if (mode === 'undo') return [part('undone', undone), part('left', skipped)];
  return [part('changed', saved), ...(unchanged === 0 ? [] : [part('unchanged', unchanged)]), part('failed', failed)];
}

export function describeOutcome(job: Counts): string {
  return joinWords(outcomeParts(job).map(({ text }) => text));
}

/** Outcomes other than "changed"; empty if there are none. */
export function describeRest(job: Counts): string {
  const rest = outcomeParts(job).filter(({ key, count }) => key !== 'changed' && count > 0);
  return joinWords(rest.map(({ text }) => text));
}

/** The progress, or why the change stopped. */
export function jobNote({ phase: now, error, waiting, undoable, mode, wait, secondsLeft }: BulkView): string {
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
      return phase.done;
  }
}

function describeTime(seconds: number | null): string {
  if (seconds === null) return '';
  const whole = Math.max(1, Math.ceil(seconds));
  return whole < 90 ? messages.eta.seconds(whole) : messages.eta.minutes(Math.ceil(whole / 60));
}

/** Why a ticket was not changed or not restored, short enough for its row. */
export function failureReason({ code, message, state }: BulkRow, zone: string): string {
  const { why } = rowMessages;
  if (code === 'undo_expired') return messages.why.undoExpired;
  if (state === 'skipped' && (code === null || code === 'conflict')) return messages.why.undoConflict;
  if (code === 'conflict') {
    // Our service's message names the person and the time; other services word it differently.
    const [, who, when] = /^(.+) changed it at (\d{4}-\S+Z): /s.exec(message ?? '') ?? [];
    return who === undefined || when === undefined ? why.conflict : messages.why.changedBy(who, formatTime(when, zone));
  }
  if (code === 'not_found') return why.not_found;
  if (code === 'overloaded') return why.overloaded;
  if (code === 'insufficient_scope' || code === 'forbidden') return why.forbidden('tickets:write');
  if (code === 'internal_error') return why.server;
  return message ?? messages.why.unconfirmed;
}
