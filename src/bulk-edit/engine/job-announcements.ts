import { formatCount } from '#src/format/number.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { describeOutcome } from './describe-outcome.ts';
import { messages } from './messages.ts';
import type { JobView, PauseReason } from './job-store.ts';

/** At most so often, in parts of the whole, a job says how far it is. */
const STEPS = 10;
let announcedStep = 0;

export function announceBegin(mode: JobView['mode'], count: number): void {
  announcedStep = 0;
  const say = mode === 'undo' ? messages.undoBegins : messages.begins;
  announce(say(count, formatCount(count)));
}

export function announceProgress(view: JobView): void {
  const { mode, total, saved, unchanged, failed, waiting, undone, undoable } = view;
  const isUndo = mode === 'undo';
  const done = isUndo ? undone : saved + unchanged + failed;
  const step = Math.floor((STEPS * done) / Math.max(1, isUndo ? undone + undoable : total));
  if (step <= announcedStep || step >= STEPS) return;
  announcedStep = step;
  announce(messages.and(describeOutcome(view), messages.toDo(formatCount(isUndo ? undoable : waiting))));
}

export function announceEnd(view: JobView): void {
  announce(messages.ends(describeOutcome(view)));
}

export function announcePause(reason: PauseReason | 'stopped'): void {
  if (reason === 'stopped') announce(messages.stopped);
  else announce(messages.pausedBy[reason], reason === 'network' || reason === 'service' ? 'assertive' : 'polite');
}
