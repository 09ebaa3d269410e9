import { formatCount } from '#src/format/number.ts';
import { announce } from '#src/ui/toasts/announce.ts';
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
  const { mode, total, saved, unchanged, failed, undone } = view;
  const done = mode === 'undo' ? undone : saved + unchanged;
  const step = Math.floor((STEPS * (mode === 'undo' ? done : done + failed)) / Math.max(1, total));
  if (step <= announcedStep || step >= STEPS) return;
  announcedStep = step;
  const [count, all] = [formatCount(done), formatCount(total)];
  announce(mode === 'undo' ? messages.undoneSo(count, all) : messages.so(count, all, formatCount(failed)));
}

export function announceEnd({ mode, saved, unchanged, failed, undone, skipped }: JobView): void {
  announce(
    mode === 'undo'
      ? messages.undoEnds(formatCount(undone), formatCount(skipped))
      : messages.ends(formatCount(saved + unchanged), formatCount(failed)),
  );
}

export function announcePause(reason: PauseReason | 'stopped'): void {
  if (reason === 'stopped') announce(messages.stopped);
  else announce(messages.pausedBy[reason], reason === 'network' || reason === 'service' ? 'assertive' : 'polite');
}
