import { useRef, type MouseEvent } from 'react';
import { csvFile } from '#contract/csv.ts';
import { readAllowance } from '#src/api/allowance.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Spinner } from '#src/ui/loading.tsx';
import {
  closeJob,
  continueJob,
  hidePanel,
  isJobBusy,
  jobRows,
  retryRows,
  showPanel,
  stopJob,
  undoJob,
  useBulkJob,
  usePanelVisibility,
} from './bulk-job.ts';
import type { BulkRow } from './bulk-set.ts';
import { type BulkView, describeOutcome, failureReason, jobHeadline, jobNote, outcomeParts } from './describe-job.ts';
import { messages } from './messages.ts';

/** The part of the API token's calls a minute that `takeTurn` gives to background work. */
const BACKGROUND_SHARE = 0.75;

function BulkJobProgress({ job }: { readonly job: BulkView }) {
  const { total, saved, unchanged, failed, waiting, mode, undone, skipped, undoable } = job;
  const isUndo = mode === 'undo';
  const all = isUndo ? undone + skipped + undoable : total;
  const done = isUndo ? undone : saved + unchanged;
  const bad = isUndo ? skipped : failed;
  const parts = outcomeParts(job);
  const toDo = messages.toDo(formatCount(isUndo ? undoable : waiting));
  return (
    <>
      <ProgressBar all={all} done={done} bad={bad} text={messages.and(describeOutcome(job), toDo)} />
      <p className="flex flex-wrap gap-x-3.5 text-12 text-ink tabular-nums">
        {parts.map(({ key, count, text }) => (
          <span key={key} className={toneOf(key, count)}>
            {text}
          </span>
        ))}
        <span className="text-ink-3">{toDo}</span>
      </p>
      {isJobBusy(job) ? <CallShare /> : null}
    </>
  );
}

interface ProgressBarProps {
  readonly all: number;
  readonly done: number;
  /** Failed or skipped. */
  readonly bad: number;
  readonly text: string;
}

export function ProgressBar({ all, done, bad, text }: ProgressBarProps) {
  const percent = (n: number): number => (all === 0 ? 0 : (100 * n) / all);
  return (
    <div
      role="progressbar"
      aria-label={messages.progress}
      aria-valuemin={0}
      aria-valuemax={all}
      aria-valuenow={done + bad}
      aria-valuetext={text}
      className="mt-3 mb-1.5 flex h-2 gap-0.5 overflow-hidden rounded-full bg-active forced-colors:border"
    >
      <i className="h-full bg-accent transition-[width] duration-base" style={{ width: `${percent(done)}%` }} />
      {bad === 0 ? null : <i className="h-full min-w-1 bg-danger" style={{ width: `${percent(bad)}%` }} />}
    </div>
  );
}

function toneOf(key: ReturnType<typeof outcomeParts>[number]['key'], count: number): string {
  if (key === 'changed' || key === 'undone') return '';
  return key === 'failed' && count > 0 ? 'text-danger-text' : 'text-ink-3';
}

function CallShare() {
  const whoami = useWhoami();
  const limit = readAllowance()?.limit ?? whoami.capabilities.rate_limit_per_min;
  return (
    <p className="mt-2 text-12 text-ink-3">
      {messages.share(formatCount(Math.floor(limit * BACKGROUND_SHARE)), formatCount(limit))}
    </p>
  );
}

function BulkJobButtons({ job }: { readonly job: BulkView }) {
  const { phase, mode, undoable, waiting } = job;
  const isRunning = phase === 'running' || phase === 'stopping';
  const canContinue = phase === 'stopped' && (mode === 'undo' ? undoable : waiting) > 0;
  const canUndo = undoable > 0 && !(mode === 'undo' && isRunning);
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-2">
      {isRunning ? (
        <Button variant="danger" busy={phase === 'stopping'} onClick={stopJob}>
          {phase === 'stopping' ? messages.stopping : messages.stop}
        </Button>
      ) : null}
      {canContinue ? (
        <Button variant="primary" onClick={() => void continueJob()}>
          {messages.continue}
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

interface Props {
  /** `sheet` over the list on phones; `side` at the end of a table; `pane` instead of the open ticket. */
  readonly kind: 'sheet' | 'side' | 'pane';
  readonly onOpen: (id: string) => void;
  /** The panel was closed or hidden: moves the focus to the list. */
  readonly onLeave: () => void;
}

const KINDS = {
  sheet: 'absolute inset-x-0 bottom-0 z-sticky h-[58%] min-h-[300px] max-h-full rounded-t-dialog bg-raised shadow-2',
  side: 'w-[372px] flex-none border-s border-line bg-surface',
  pane: 'min-w-0 flex-1 bg-surface',
} as const;

/** Progress and outcome of a bulk change, with Stop, Continue, Retry and Undo. */
export function BulkJobPanel({ kind, onOpen, onLeave }: Props) {
  const job = useBulkJob();
  const zone = useDisplayZone();
  const panel = useRef<HTMLElement>(null);
  const leave = (): void => {
    if (isJobBusy(job)) hidePanel();
    else closeJob();
    onLeave();
  };
  useShortcut('escape', () => (panel.current?.contains(document.activeElement) === true ? leave() : false));
  if (job === null) return null;
  const isOver = !isJobBusy(job);
  const hasFailed = job.failedRows.length > 0;
  return (
    <section ref={panel} aria-label={messages.title} className={`flex min-h-0 flex-col ${KINDS[kind]}`}>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-4 pb-3">
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
      {job.hasBulk && job.undoable === 0 ? null : (
        <p className="flex min-h-[44px] flex-none items-center border-t border-line px-5 py-2 text-12 text-ink-3">
          {job.hasBulk ? messages.foot.bulk : messages.foot.single}
        </p>
      )}
    </section>
  );
}

/** One line instead of the panel, while a ticket is open in its place. */
export function BulkJobStrip() {
  const job = useBulkJob();
  const zone = useDisplayZone();
  if (usePanelVisibility() !== 'hidden' || job === null) return null;
  return (
    <section
      aria-label={messages.title}
      className="flex min-h-10 flex-none items-center gap-2 border-t border-line bg-raised px-3 py-1 text-12"
    >
      {isJobBusy(job) ? <Spinner /> : <Icon name={job.phase === 'done' ? 'check' : 'clock'} size={14} />}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-ink">{jobHeadline(job, zone)}</span>
        <span className="text-ink-2">{describeOutcome(job)}</span>
      </span>
      <Button size="sm" onClick={showPanel}>
        {messages.show}
      </Button>
    </section>
  );
}

interface BulkJobResultsProps {
  readonly job: BulkView;
  readonly isOver: boolean;
  readonly isWide: boolean;
  readonly onOpen: (id: string) => void;
}

function BulkJobResults({ job, isOver, isWide, onOpen }: BulkJobResultsProps) {
  const { failed, skipped, failedRows, startedAtMs } = job;
  const count = formatCount(failed);
  const download = (): void => {
    const at = new Date(startedAtMs).toISOString().slice(0, 16).replaceAll(':', '');
    saveFile(receiptCsv(jobRows()), `bulk-change-${at}.csv`);
  };
  return (
    <>
      <div
        className={`mt-4 flex min-h-11 items-center gap-2 border-t border-line pt-3 pb-1 ${isWide ? '-mx-5 px-5' : ''}`}
      >
        {failedRows.length === 0 ? (
          <span className="flex-1" />
        ) : (
          <h3 className="flex-1 text-14 font-semibold text-ink">
            {failed > 0 ? messages.outcome.failed(count) : messages.outcome.left(formatCount(skipped))}
          </h3>
        )}
        <Button size="sm" icon="download" onClick={download}>
          {messages.csv}
        </Button>
        {failed > 0 && isOver ? (
          <Button size="sm" icon="refresh" onClick={() => void retryRows()}>
            {messages.retry(count)}
          </Button>
        ) : null}
      </div>
      {failedRows.length === 0 ? null : <FailedRows rows={failedRows} onOpen={onOpen} />}
    </>
  );
}

const COLUMNS = ['ticket_number', 'id', 'subject', 'outcome', 'code', 'message', 'request_id'];

function receiptCsv(rows: readonly BulkRow[]): string {
  return csvFile(
    COLUMNS,
    rows.map(({ number, id, subject, state, code, message, requestId }) => [
      number,
      id,
      subject,
      messages.rowOutcome[state],
      code,
      message,
      requestId,
    ]),
  );
}

/** The CSV has the others. */
const MAX_SHOWN = 100;

function FailedRows({ rows, onOpen }: { readonly rows: readonly BulkRow[]; readonly onOpen: (id: string) => void }) {
  const zone = useDisplayZone();
  const open = (id: bigint) => (event: MouseEvent) => {
    // Leave modified clicks to the browser: a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(id.toString());
  };
  return (
    <>
      <ul aria-label={messages.failedList} className="divide-y divide-line">
        {rows.slice(0, MAX_SHOWN).map((row) => (
          <li key={row.id.toString()} className="py-2 text-12">
            <div className="flex items-baseline gap-2">
              <a
                href={`/tickets/${row.id}`}
                className="hit relative flex-none font-medium text-ink tabular-nums"
                onClick={open(row.id)}
              >
                {row.number === null ? messages.idOnly(row.id.toString()) : messages.number(String(row.number))}
              </a>
              <span dir="auto" className="min-w-0 flex-1 truncate text-ink-2">
                {row.subject}
              </span>
            </div>
            <p className="mt-0.5 text-ink [overflow-wrap:anywhere]">{failureReason(row, zone)}</p>
          </li>
        ))}
      </ul>
      {rows.length > MAX_SHOWN ? (
        <p className="py-2 text-12 text-ink-3">{messages.more(formatCount(rows.length - MAX_SHOWN))}</p>
      ) : null}
    </>
  );
}
