import { useRef, useState, type PointerEvent } from 'react';
import { readAllowance } from '#src/api/allowance.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Spinner } from '#src/ui/spinner.tsx';
import { BulkJobResults } from './bulk-job-results.tsx';
import { describeRest, jobHeadline, jobNote, describeOutcome, outcomeParts } from './describe-job.ts';
import { closeJob, pauseJob, resumeJob, stopJob, undoJob } from './job-controls.ts';
import { hidePanel, isBusy, setPanelVisibility, useJob, usePanelVisibility, type JobView } from './job-store.ts';
import { messages } from './messages.ts';

/** Of the token's calls a minute, as `takeTurn` shares them out. */
const BACKGROUND_SHARE = 0.75;

/** The bar, its figures, and how fast it may go. */
function BulkJobProgress({ job }: { readonly job: JobView }) {
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

/** The ways on from the job as it stands. The places stay the same from one state to the next. */
function BulkJobButtons({ job }: { readonly job: JobView }) {
  const { phase, mode, undoable, waiting } = job;
  const isLive = phase === 'running' || phase === 'pausing';
  const canResume = phase === 'paused' || (phase === 'stopped' && (mode === 'undo' ? undoable : waiting) > 0);
  const canUndo = undoable > 0 && !(mode === 'undo' && (isLive || phase === 'paused'));
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-2">
      {isLive ? (
        <Button busy={phase === 'pausing'} onClick={pauseJob}>
          {phase === 'pausing' ? messages.pausing : messages.pause}
        </Button>
      ) : null}
      {canResume ? (
        <Button variant="primary" onClick={() => void resumeJob()}>
          {messages.resume}
        </Button>
      ) : null}
      {phase === 'running' || phase === 'paused' ? (
        <Button variant="danger" onClick={() => void stopJob()}>
          {messages.stop}
        </Button>
      ) : null}
      <span className="flex-1" />
      {canUndo ? (
        <Button variant="ghost" onClick={() => void undoJob()}>
          {messages.undo(formatCount(undoable))}
        </Button>
      ) : null}
    </div>
  );
}

/** A drag of the sheet's handle by less is a press. */
const DRAG_PX = 32;

interface Props {
  /** `sheet` over the list on phones; `side` at the end of a table; `pane` instead of the open ticket. */
  readonly kind: 'sheet' | 'side' | 'pane';
  readonly onOpen: (id: string) => void;
  /** The panel has gone: the focus belongs to the list. */
  readonly onLeave: () => void;
}

const KINDS = {
  sheet: 'absolute inset-x-0 bottom-0 z-sticky rounded-t-dialog bg-raised shadow-2',
  side: 'w-[372px] flex-none border-s border-line bg-surface',
  pane: 'min-w-0 flex-1 bg-surface',
} as const;

/** A bulk change: how far it is, what failed and why, and the ways to pause, end or undo it. */
export function BulkJobPanel({ kind, onOpen, onLeave }: Props) {
  const job = useJob();
  const zone = useDisplayZone();
  const [isTall, setTall] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const leave = (): void => {
    if (isBusy(job?.phase)) hidePanel();
    else closeJob();
    onLeave();
  };
  useShortcut('escape', () => (panel.current?.contains(document.activeElement) === true ? leave() : false));
  if (job === null) return null;
  const isOver = !isBusy(job.phase);
  const hasFailed = job.failedRows.length > 0;
  const height = kind === 'sheet' ? (isTall ? 'h-[calc(100%-var(--h-top))]' : 'h-[58%] min-h-[300px] max-h-full') : '';
  return (
    <section ref={panel} aria-label={messages.title} className={`flex min-h-0 flex-col ${KINDS[kind]} ${height}`}>
      {kind === 'sheet' ? <Handle isTall={isTall} onTall={setTall} /> : null}
      <div className={`min-h-0 flex-1 overflow-y-auto px-5 pb-3 ${kind === 'sheet' ? '' : 'pt-4'}`}>
        <div className={kind === 'pane' ? 'max-w-[600px]' : ''}>
          <div className="flex items-start gap-2">
            <h2 className="min-w-0 flex-1 text-16 font-semibold text-ink [overflow-wrap:anywhere]">
              {jobHeadline(job, zone)}
            </h2>
            <IconButton
              icon="close"
              size="sm"
              label={isOver ? messages.close : messages.hide}
              kbd="escape"
              onClick={leave}
            />
          </div>
          <p className="min-h-4 text-12 text-ink-2">{jobNote(job)}</p>
          <BulkJobProgress job={job} />
          <BulkJobButtons job={job} />
          {hasFailed || isOver ? (
            <BulkJobResults job={job} isOver={isOver} isWide={kind !== 'pane'} onOpen={onOpen} />
          ) : null}
        </div>
      </div>
      <p className="flex min-h-[44px] flex-none items-center border-t border-line px-5 py-2 text-12 text-ink-3">
        {footOf(job)}
      </p>
    </section>
  );
}

function footOf({ phase, hasBulk }: JobView): string {
  const { foot } = messages;
  if (!hasBulk) return foot.single;
  return isBusy(phase) ? foot.running : foot.kept;
}

/** Dragged up or down, or pressed: half the height or all of it. */
function Handle({ isTall, onTall }: { readonly isTall: boolean; readonly onTall: (isTall: boolean) => void }) {
  const from = useRef<number | null>(null);
  const wasDragged = useRef(false);
  const onPointerUp = (event: PointerEvent): void => {
    const moved = from.current === null ? 0 : event.clientY - from.current;
    from.current = null;
    wasDragged.current = Math.abs(moved) >= DRAG_PX;
    if (wasDragged.current) onTall(moved < 0);
  };
  return (
    <button
      type="button"
      aria-expanded={isTall}
      aria-label={isTall ? messages.collapse : messages.expand}
      className="grid h-6 flex-none touch-none place-items-center"
      onPointerDown={(event) => {
        from.current = event.clientY;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={onPointerUp}
      onClick={() => {
        if (!wasDragged.current) onTall(!isTall);
        wasDragged.current = false;
      }}
    >
      <span className="h-1 w-9 rounded-full bg-line-strong" />
    </button>
  );
}

/** The bulk change in one line, while its panel has made room for a ticket. */
export function BulkJobStrip() {
  const job = useJob();
  const zone = useDisplayZone();
  if (usePanelVisibility() !== 'hidden' || job === null) return null;
  const rest = describeRest(job);
  return (
    <section
      aria-label={messages.title}
      className="flex min-h-10 flex-none items-center gap-2 border-t border-line bg-raised px-3 py-1 text-12"
    >
      {isBusy(job.phase) ? <Spinner /> : <Icon name={job.phase === 'done' ? 'check' : 'clock'} size={14} />}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-ink">{jobHeadline(job, zone)}</span>
        {rest === '' ? null : <span className="text-ink-2">{rest}</span>}
      </span>
      <Button size="sm" onClick={() => setPanelVisibility('shown')}>
        {messages.show}
      </Button>
    </section>
  );
}
