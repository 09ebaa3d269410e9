import { readAllowance } from '#src/api/allowance.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { describeOutcome, outcomeParts } from './describe-job.ts';
import { isBusy, type JobView } from './job-store.ts';
import { messages } from './messages.ts';

/** Of the token's calls a minute, as `takeTurn` shares them out. */
const BACKGROUND_SHARE = 0.75;

/** The bar, its figures, and how fast it may go. */
export function BulkJobProgress({ job }: { readonly job: JobView }) {
  const { total, saved, unchanged, failed, waiting, mode, undone, skipped, undoable } = job;
  const isUndo = mode === 'undo';
  const all = isUndo ? undone + skipped + undoable : total;
  const done = isUndo ? undone : saved + unchanged;
  const bad = isUndo ? skipped : failed;
  const parts = outcomeParts(job);
  const toDo = messages.toDo(formatCount(isUndo ? undoable : waiting));
  const percent = (n: number): number => (all === 0 ? 0 : (100 * n) / all);
  return (
    <>
      <div
        role="progressbar"
        aria-label={messages.progress}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={done + bad}
        aria-valuetext={messages.and(describeOutcome(job), toDo)}
        className="mt-3 mb-1.5 flex h-2 gap-0.5 overflow-hidden rounded-full bg-active forced-colors:border"
      >
        <i className="h-full bg-accent transition-[width] duration-base" style={{ width: `${percent(done)}%` }} />
        {bad === 0 ? null : <i className="h-full min-w-1 bg-danger" style={{ width: `${percent(bad)}%` }} />}
      </div>
      <p className="flex flex-wrap gap-x-3.5 text-12 text-ink tabular-nums">
        {parts.map(({ key, count, text }) => (
          <span key={key} className={toneOf(key, count)}>
            {text}
          </span>
        ))}
        <span className="text-ink-3">{toDo}</span>
      </p>
      {isBusy(job.phase) ? <Pace perSecond={job.perSecond} /> : null}
    </>
  );
}

function toneOf(key: ReturnType<typeof outcomeParts>[number]['key'], count: number): string {
  if (key === 'changed' || key === 'undone') return '';
  return key === 'failed' && count > 0 ? 'text-danger-text' : 'text-ink-3';
}

function Pace({ perSecond }: { readonly perSecond: number | null }) {
  const whoami = useWhoami();
  const limit = readAllowance()?.limit ?? whoami.capabilities.rate_limit_per_min;
  const [share, whole] = [formatCount(Math.floor(limit * BACKGROUND_SHARE)), formatCount(limit)];
  return (
    <p className="mt-2 text-12 text-ink-3">
      {perSecond === null || perSecond < 1
        ? messages.share(share, whole)
        : messages.pace(formatCount(Math.round(perSecond)), share, whole)}
    </p>
  );
}
