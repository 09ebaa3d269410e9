import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { BIND_COLUMNS } from '#contract/bind-row.ts';
import type { BindCounts } from '#contract/bind-jobs.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { describeFailure } from '#src/api/failure-message.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { RowsPane } from '#src/bulk-bind/columns/rows-pane.tsx';
import type { DryRun, OpenFile } from '#src/bulk-bind/import-store.ts';
import { appliedOf, OutcomeBar } from '#src/bulk-bind/outcome-bar.tsx';
import type { BulkSearch, Go } from '#src/bulk-bind/search.ts';
import { ProgressBar } from '#src/ui/meter.tsx';
import { formatBytes } from '#src/format/bytes.ts';
import { formatLatency } from '#src/format/compact.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { TEXT_LINK } from '#src/ui/text-button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { lineOf, stopDryRun, useTrying } from './dry-run.ts';
import { messages } from './messages.ts';
import type { Wait } from './send.ts';

interface DryRunStepProps {
  readonly file: OpenFile;
  readonly search: BulkSearch;
  readonly go: Go;
  readonly onStart: () => void;
}

/** What the service would do with the rows as they are. */
export function DryRunStep({ file, search, go, onStart }: DryRunStepProps) {
  const { reason } = useWriteAccess('channels:bulk');
  const trying = useTrying();
  const { dryRun } = file;
  if (trying?.phase === 'failed') {
    const { title, text, requestId, details } = describeFailure(
      trying.error,
      trying.error instanceof ApiFailure ? (trying.error.retryAfterSeconds ?? 0) : 0,
    );
    return (
      <ErrorBlock
        title={messages.dryFailed}
        text={`${title}. ${text}`}
        requestId={requestId}
        details={details}
        action={<Button onClick={onStart}>{messages.dryAgain}</Button>}
      />
    );
  }
  if (trying !== null) {
    const { done, calls, wait } = trying;
    return (
      <div className="mx-auto w-full max-w-measure px-6 py-8 max-md:px-4">
        <p role="status" className="text-20 font-semibold">
          {messages.trying}
        </p>
        <p className="mb-4 text-ink-2">{messages.tryingText}</p>
        <ProgressBar label={messages.trying} share={(done + 0.5) / calls} />
        <div className="mt-2 flex min-h-control flex-wrap items-center gap-3 text-12 text-ink-3">
          <WaitText wait={wait} />
          <b className="flex-1" />
          <Button
            size="sm"
            onClick={() => {
              stopDryRun();
              go({ step: 'columns' }, { replace: true });
            }}
          >
            {messages.cancel}
          </Button>
        </div>
      </div>
    );
  }
  if (dryRun === null)
    return (
      <EmptyBlock
        icon="play"
        title={messages.noDryRun}
        text={messages.noDryRunText}
        action={
          <Button variant="primary" disabledReason={reason} onClick={onStart}>
            {messages.dryRun}
          </Button>
        }
      />
    );
  return <Answer file={file} dryRun={dryRun} search={search} go={go} />;
}

/** The keyboard scrolls what it can focus. */
const SCROLLER = { role: 'group', tabIndex: 0 } as const;

interface AnswerProps extends Pick<DryRunStepProps, 'file' | 'search' | 'go'> {
  readonly dryRun: DryRun;
}

function Answer({ file, dryRun, search, go }: AnswerProps) {
  const { counts, requestId, ms } = dryRun;
  const { facts, summary } = file;
  const can = appliedOf(counts);
  const left = facts.rows - counts.total_rows;
  return (
    <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-y-auto">
      <div className="flex-none px-6 pt-5 max-md:px-4">
        <div className="mb-4 flex flex-wrap items-start gap-x-6 gap-y-2">
          <div className="min-w-0 flex-[1_1_320px]">
            <h2 className="text-20 font-semibold text-balance">
              {can === 0
                ? messages.canNone
                : can === counts.total_rows
                  ? messages.canAll(can, formatCount(can))
                  : messages.can(formatCount(can), formatCount(counts.total_rows))}
            </h2>
            <p className="text-ink-2 [overflow-wrap:anywhere]">
              {messages.dryOf}
              <b className="font-medium text-ink">{facts.name}</b>
              {messages.dryOfEnd(formatBytes(facts.bytes))} {left > 0 ? messages.left(left, formatCount(left)) : null}
            </p>
          </div>
          <p className="flex flex-none items-center gap-1 text-12 text-ink-3 tabular-nums">
            {requestId === null ? null : (
              <>
                {messages.request(requestId.slice(0, 12))}
                <CopyButton text={requestId} label={messages.copyRequest} />
              </>
            )}
            {formatLatency(ms)}
          </p>
        </div>
        <OutcomeBar counts={counts} />
        <Minted counts={counts} isDone={false} calls={dryRun.calls} />
      </div>
      <div className="grid min-h-0 flex-1 lg:grid-cols-[minmax(0,1fr)_292px]">
        <section
          aria-label={messages.checkedHere}
          className="flex min-h-0 min-w-0 flex-col lg:border-e lg:border-line max-lg:h-[70dvh]"
        >
          {summary === null ? null : <RowsPane file={file} summary={summary} search={search} go={go} />}
        </section>
        <div
          {...SCROLLER}
          aria-label={messages.answer}
          className="min-w-0 px-6 py-4 -outline-offset-2 max-md:px-4 lg:overflow-y-auto"
        >
          <Samples dryRun={dryRun} search={search} />
          <Columns file={file} />
        </div>
      </div>
    </div>
  );
}

interface MintedProps {
  readonly counts: BindCounts;
  readonly isDone: boolean;
  readonly calls: number;
}

/** New customers come with rows that are bound or move, so they are told beside the bar. */
export function Minted({ counts, isDone, calls }: MintedProps) {
  const { minted_identity: minted } = counts;
  const end = isDone ? messages.mintedDone : messages.mintedWill;
  return (
    <p className="flex gap-2 py-2.5 text-ink-2">
      <Icon name="people" className="mt-0.5 text-ink-3" />
      {minted === 0 ? (
        isDone ? (
          messages.mintedNoneDone
        ) : (
          messages.mintedNone
        )
      ) : (
        <span>
          <b className="font-semibold text-ink">{messages.minted(minted, formatCount(minted))}</b>
          {end}
          {!isDone && calls > 1 ? messages.mintedTwice : null}
        </span>
      )}
    </p>
  );
}

interface SamplesProps {
  readonly dryRun: DryRun;
  readonly search: BulkSearch;
}

function Samples({ dryRun, search }: SamplesProps) {
  const { counts, samples } = dryRun;
  const more = counts.bad_channel + counts.no_identity + counts.failed - samples.length;
  return (
    <section aria-label={messages.samples}>
      <h3 className="font-semibold">{messages.samples}</h3>
      <p className="text-12 text-ink-3">{samples.length === 0 ? messages.samplesNone : messages.samplesText}</p>
      <ul className="mt-1">
        {samples.map((sample) => {
          const line = lineOf(sample);
          const end = sample.indexOf(':') + 1;
          return (
            <li
              key={sample}
              className="border-b border-line py-1 font-mono text-11 text-ink-2 [overflow-wrap:anywhere]"
            >
              {line === null ? (
                sample
              ) : (
                <>
                  <Link
                    to="/manage/bulk-bind"
                    search={{ ...search, rows: 'all', line }}
                    replace
                    className={`underline ${TEXT_LINK}`}
                  >
                    {sample.slice(0, end)}
                  </Link>
                  {sample.slice(end)}
                </>
              )}
            </li>
          );
        })}
      </ul>
      {samples.length > 0 && more > 0 ? (
        <p className="mt-1 text-12 text-ink-3">{messages.samplesMore(more, formatCount(more))}</p>
      ) : null}
    </section>
  );
}

function Columns({ file: { facts, mapping, channel } }: { readonly file: OpenFile }) {
  return (
    <section aria-label={messages.columns} className="mt-5">
      <h3 className="font-semibold">{messages.columns}</h3>
      <dl className="text-12">
        {BIND_COLUMNS.map((column) => {
          const index = mapping.get(column);
          const from =
            index !== undefined
              ? (facts.columns[index] ?? '')
              : column === 'channel' && channel !== null
                ? messages.everyRow(channel)
                : null;
          return (
            <div key={column} className="flex min-h-7 items-center gap-2">
              <dt className="w-32 flex-none font-mono text-11 text-ink-3">{column}</dt>
              <dd className="flex min-w-0 items-center gap-1.5">
                {from === null ? (
                  <span className="text-ink-3">{messages.columnNone}</span>
                ) : (
                  <>
                    <Icon name="check" size={14} />
                    <span dir="auto" className="truncate">
                      {from}
                    </span>
                  </>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

const TICK_MS = 500;

/** What the service asked to wait for, counted down. */
export function WaitText({ wait }: { readonly wait: Wait | null }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (wait === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [wait]);
  if (wait === null) return null;
  const seconds = Math.max(0, Math.ceil((wait.untilMs - now) / 1_000));
  return <span className="text-warn-text tabular-nums">{messages.wait[wait.for](formatCount(seconds))}</span>;
}
