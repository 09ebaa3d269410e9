import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { listBindJobs } from '#contract/bind-jobs.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { describeFailure } from '#src/api/failure-message.ts';
import { read } from '#src/api/read.ts';
import { showFailure } from '#src/api/write.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatTime } from '#src/format/time.ts';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel } from '#src/panels/panel.tsx';
import { buttonClass, Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { ProgressBar } from '#src/ui/meter.tsx';
import { NewCustomers, WaitText } from './dry-run-step.tsx';
import { UndoButton } from './history.tsx';
import { canContinue, type ImportView } from './import-job.ts';
import { historyMessages as history, rows as rowsText, runMessages as messages } from './messages.ts';
import type { OpenFile } from './open-file.ts';
import { appliedOf, OutcomeBar } from './outcome-bar.tsx';

interface StepProps {
  readonly file: OpenFile;
  readonly run: ImportView;
}

/** The fourth step: the progress of the import. */
export function ApplyStep({ run }: Pick<StepProps, 'run'>) {
  const { rows, doneRows, secondsLeft, phase, wait, counts } = run;
  return (
    <>
      {phase === 'stopping' ? <Strip icon="pause">{messages.stopping}</Strip> : null}
      <PageBody>
        <h2 className="text-20 font-semibold text-balance tabular-nums">
          {messages.ofRows(formatCount(doneRows), formatCount(rows))}
          {secondsLeft === null ? null : messages.timeLeft(formatSeconds(secondsLeft))}
        </h2>
        <p className="mb-4 text-ink-2 [overflow-wrap:anywhere]">
          <b className="font-medium text-ink">{run.fileName}</b>
          {messages.closing}
        </p>
        <ProgressBar label={messages.progress} share={rows === 0 ? 0 : doneRows / rows} />
        <p className="mt-2 min-h-6 text-12">
          <WaitText wait={wait} />
        </p>
        <OutcomeBar counts={counts} />
      </PageBody>
    </>
  );
}

function formatSeconds(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return messages.seconds(formatCount(whole));
  return messages.minutes(formatCount(Math.floor(whole / 60)), String(whole % 60).padStart(2, '0'));
}

/** The last step: the result, its files, and the import in the history. */
export function ResultStep({ file, run }: StepProps) {
  const zone = useDisplayZone();
  const { phase, rows, doneRows, unsureRows, counts, hasRows, error, endedAtMs } = run;
  const applied = appliedOf(counts);
  const unsentRows = rows - doneRows - unsureRows;
  return (
    <>
      {error === null ? null : <StoppedByError error={error} />}
      <PageBody>
        <h2 className="text-20 font-semibold text-balance tabular-nums">
          {applied === rows
            ? messages.resultAll(rows, formatCount(rows))
            : messages.result(formatCount(applied), formatCount(rows))}
        </h2>
        <p className="mb-4 text-ink-2 [overflow-wrap:anywhere]">
          {messages.resultOf}
          <b className="font-medium text-ink">{run.fileName}</b>
          {messages.resultOfEnd(formatTime(new Date(endedAtMs).toISOString(), zone))}
          {phase === 'stopped' ? messages.resultStopped(rowsText(unsentRows, formatCount(unsentRows))) : null}
          {unsureRows === 0 ? null : messages.resultUnsure(unsureRows, formatCount(unsureRows))}
          {phase !== 'stopped' ? null : canContinue(file, run) ? messages.resultAgain : messages.resultChanged}
        </p>
        <OutcomeBar counts={counts} />
        <NewCustomers counts={counts} isDone calls={1} />
        <div className="mt-4 max-w-measure">
          <Panel title={messages.downloads}>
            <Downloads file={file} run={run} />
            {hasRows ? (
              <HistoryActions batchId={run.batchId} />
            ) : (
              <p className="mt-2 text-12 text-ink-3">{messages.totalsOnly}</p>
            )}
          </Panel>
        </div>
      </PageBody>
    </>
  );
}

function StoppedByError({ error }: { readonly error: unknown }) {
  if (error instanceof ApiFailure && (error.kind === 'network' || error.kind === 'timeout'))
    return (
      <Strip icon="offline" role="alert">
        {messages.lost}
      </Strip>
    );
  const { title, details } = describeFailure(error);
  return (
    <Strip icon="warning" role="alert">
      <b className="font-medium">{title}. </b>
      {messages.failed} <span className="text-12">{details}</span>
    </Strip>
  );
}

interface StripProps {
  readonly icon: 'pause' | 'offline' | 'warning';
  readonly role?: 'alert' | 'status';
  readonly children: ReactNode;
}

function Strip({ icon, role = 'status', children }: StripProps) {
  return (
    <div
      role={role}
      className="flex min-h-8 flex-none items-center gap-2 border-b border-line bg-warn-tint px-4 py-1.5 text-warn-text"
    >
      <Icon name={icon} size={14} />
      <p className="min-w-0 [overflow-wrap:anywhere]">{children}</p>
    </div>
  );
}

/** The import in the history, and its undo. */
function HistoryActions({ batchId }: { readonly batchId: string }) {
  const { data } = useQuery(read(listBindJobs, { batch_id: batchId, limit: 1 }));
  const job = data?.items[0];
  if (job === undefined) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {job.state === 'undone' ? (
        <span className="text-12 text-ink-3">{history.undone}</span>
      ) : (
        <UndoButton job={job} label={messages.undo} />
      )}
      <Link to="/manage/bulk-bind" search={{ job: String(job.id) }} className={buttonClass({ variant: 'ghost' })}>
        {messages.historyLink}
      </Link>
    </div>
  );
}

interface SaveButtonProps extends StepProps {
  readonly kind: 'result' | 'errors';
}

/** Downloads one of the files of an import. */
function SaveButton({ file, run, kind }: SaveButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const { session, facts } = file;
  const isEmpty = kind === 'errors' && facts.rows === appliedOf(run.counts);
  const save = async () => {
    setBusy(true);
    const { column, results, reasons } = messages.resultWords;
    const columns = [column.line, column.result, column.code, column.reason, column.customer] as const;
    try {
      const content =
        kind === 'result'
          ? await session.call('resultFile', [{ columns, results, reasons }])
          : await session.call('errorFile', []);
      saveFile(content, messages.name[kind](facts.name.replace(/\.\w{1,5}$/, '')));
    } catch (error) {
      showFailure(error, messages.downloadFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="sm"
      icon="download"
      busy={isBusy}
      aria-label={`${messages.download}: ${messages.files[kind].name}`}
      disabledReason={isEmpty ? messages.errorFileNone : undefined}
      onClick={() => void save()}
    >
      {messages.download}
    </Button>
  );
}

function Downloads({ file, run }: StepProps) {
  return (
    <ul>
      {(['result', 'errors'] as const).map((kind) =>
        kind === 'result' && !run.hasRows ? null : (
          <li key={kind} className="flex items-center gap-3 border-b border-line py-2">
            <div className="min-w-0 flex-1">
              <p className="font-medium">{messages.files[kind].name}</p>
              <p className="text-12 text-ink-3">{messages.files[kind].text}</p>
            </div>
            <SaveButton file={file} run={run} kind={kind} />
          </li>
        ),
      )}
    </ul>
  );
}
