import { Link } from '@tanstack/react-router';
import type { BindCounts } from '#contract/bind-jobs.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { describeFailure } from '#src/api/failure-message.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { formatCount } from '#src/format/number.ts';
import type { JobState } from '#src/jobs/job.ts';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Button, TEXT_LINK } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { ProgressBar } from '#src/ui/meter.tsx';
import { stopDryRun, useDryRun } from './import-job.ts';
import { runMessages as messages } from './messages.ts';
import type { DryRun, OpenFile } from './open-file.ts';
import { appliedOf, OutcomeBar } from './outcome-bar.tsx';
import type { Go } from './search.ts';

interface DryRunStepProps {
  readonly file: OpenFile;
  readonly go: Go;
  readonly onStart: () => void;
}

/** The third step: what the service would do with the rows. */
export function DryRunStep({ file, go, onStart }: DryRunStepProps) {
  const { reason } = useWriteAccess('channels:bulk');
  const running = useDryRun();
  const { dryRun } = file;
  if (running !== null && running.error !== null) {
    const { error } = running;
    const seconds = error instanceof ApiFailure ? (error.retryAfterSeconds ?? 0) : 0;
    const { title, text, requestId, details } = describeFailure(error, seconds);
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
  if (running !== null) {
    return (
      <div className="mx-auto w-full max-w-measure px-6 py-8 max-md:px-4">
        <p role="status" className="text-20 font-semibold">
          {messages.trying}
        </p>
        <p className="mb-4 text-ink-2">{messages.tryingText}</p>
        <ProgressBar label={messages.trying} share={running.share} />
        <div className="mt-2 flex min-h-control flex-wrap items-center gap-3 text-12 text-ink-3">
          <WaitText wait={running.wait} />
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
  return <Outcome file={file} dryRun={dryRun} />;
}

interface OutcomeProps {
  readonly file: OpenFile;
  readonly dryRun: DryRun;
}

function Outcome({ file: { facts }, dryRun }: OutcomeProps) {
  const { counts } = dryRun;
  const can = appliedOf(counts);
  const left = facts.rows - counts.total_rows;
  return (
    <PageBody>
      <h2 className="text-20 font-semibold text-balance">
        {can === 0
          ? messages.canNone
          : can === counts.total_rows
            ? messages.canAll(can, formatCount(can))
            : messages.can(formatCount(can), formatCount(counts.total_rows))}
      </h2>
      <p className="mb-4 text-ink-2 [overflow-wrap:anywhere]">
        {messages.dryOf}
        <b className="font-medium text-ink">{facts.name}</b>
        {messages.dryOfEnd} {left > 0 ? messages.left(left, formatCount(left)) : null}
      </p>
      <OutcomeBar counts={counts} />
      <NewCustomers counts={counts} isDone={false} calls={dryRun.calls} />
      <Samples dryRun={dryRun} />
    </PageBody>
  );
}

interface NewCustomersProps {
  readonly counts: BindCounts;
  readonly isDone: boolean;
  readonly calls: number;
}

/** They are not part of the bar: their rows count as bound there. */
export function NewCustomers({ counts, isDone, calls }: NewCustomersProps) {
  const { minted_identity: minted } = counts;
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
          {isDone ? messages.mintedDone : messages.mintedWill}
          {!isDone && calls > 1 ? messages.mintedTwice : null}
        </span>
      )}
    </p>
  );
}

/** Rows that the service would refuse. Each leads to its line, where it can be fixed. */
function Samples({ dryRun: { counts, samples } }: Pick<OutcomeProps, 'dryRun'>) {
  if (samples.length === 0) return null;
  const more = counts.bad_channel + counts.no_identity + counts.failed - samples.length;
  return (
    <section aria-label={messages.samples} className="mt-2 max-w-measure">
      <h3 className="font-semibold">{messages.samples}</h3>
      <ul className="mt-1">
        {samples.map(({ line, reason }, index) => (
          <li key={index} className="border-b border-line py-1 text-ink-2 [overflow-wrap:anywhere]">
            {line === null ? null : (
              <Link
                to="/manage/bulk-bind"
                search={{ step: 'columns', rows: 'all', line }}
                className={`me-2 underline ${TEXT_LINK}`}
              >
                {messages.sampleLine(formatCount(line))}
              </Link>
            )}
            {reason}
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-1 text-12 text-ink-3">{messages.samplesMore(more, formatCount(more))}</p> : null}
    </section>
  );
}

export function WaitText({ wait }: Pick<JobState, 'wait'>) {
  return wait === null ? null : <span className="text-warn-text">{messages.wait[wait]}</span>;
}
