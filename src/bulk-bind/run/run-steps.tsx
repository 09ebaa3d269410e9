import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type BindJob, listBindJobs } from '#contract/bind-jobs.ts';
import { read } from '#src/api/read.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { UndoDialog } from '#src/bulk-bind/history/history.tsx';
import type { OpenFile } from '#src/bulk-bind/import-store.ts';
import { historyMessages as history, messages as words, rows as rowsText } from '#src/bulk-bind/messages.ts';
import { appliedOf, OutcomeBar } from '#src/bulk-bind/outcome-bar.tsx';
import type { BulkSearch, Go, Step } from '#src/bulk-bind/search.ts';
import { formatCount } from '#src/format/number.ts';
import { formatTime } from '#src/format/time.ts';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel } from '#src/panels/panel.tsx';
import { sessionState } from '#src/session/session-store.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { LeaveGuard } from '#src/ui/leave-guard.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { ApplyStep, RunStrip } from './apply-step.tsx';
import { Downloads } from './downloads.tsx';
import { DryRunStep, Minted } from './dry-run-step.tsx';
import { messages } from './messages.ts';
import { isRunBusy, type RunView, stopRun } from './run-import.ts';

interface RunStepsProps {
  readonly step: Exclude<Step, 'file' | 'columns'>;
  readonly file: OpenFile;
  readonly run: RunView | null;
  readonly search: BulkSearch;
  readonly go: Go;
  readonly onDryRun: () => void;
}

/** The steps in which the service is asked. */
export function RunSteps({ step, file, run, search, go, onDryRun }: RunStepsProps) {
  useAnnouncedProgress(run);
  if (step === 'dry-run' || run === null) return <DryRunStep file={file} search={search} go={go} onStart={onDryRun} />;
  return (
    <>
      <RunStrip run={run} />
      {step === 'apply' ? <ApplyStep file={file} run={run} /> : <ResultStep file={file} run={run} />}
      <LeaveGuard
        texts={{
          title: words.leave.title,
          text: words.leave.text,
          discard: words.leave.leave,
          keep: words.leave.stay,
        }}
        isDirty={isRunBusy}
        isOver={() => sessionState().phase !== 'in'}
        isClosing={false}
        onStay={() => undefined}
        onDiscard={stopRun}
      />
    </>
  );
}

/** At most so often, in parts of the whole, it says how far it is. */
const STEPS = 10;

function useAnnouncedProgress(run: RunView | null): void {
  const told = useRef(0);
  const { doneRows = 0, rows = 0, phase } = run ?? {};
  useEffect(() => {
    if (phase !== 'running') return;
    const step = Math.floor((STEPS * doneRows) / Math.max(1, rows));
    if (step <= told.current) return;
    told.current = step;
    announce(messages.announceDone(formatCount(doneRows), formatCount(rows)));
  }, [doneRows, rows, phase]);
}

interface ResultStepProps {
  readonly file: OpenFile;
  readonly run: RunView;
}

/** What the import did, and what can be done with it. */
function ResultStep({ file, run }: ResultStepProps) {
  const zone = useDisplayZone();
  const { phase, rows, doneRows, unsureRows, counts, hasRows } = run;
  const applied = appliedOf(counts);
  const unsentRows = rows - doneRows - unsureRows;
  return (
    <PageBody>
      <h2 className="text-20 font-semibold text-balance tabular-nums">
        {applied === rows
          ? messages.resultAll(rows, formatCount(rows))
          : messages.result(formatCount(applied), formatCount(rows))}
      </h2>
      <p className="mb-4 text-ink-2 [overflow-wrap:anywhere]">
        {messages.resultOf}
        <b className="font-medium text-ink">{run.file.name}</b>
        {messages.resultOfEnd(formatTime(new Date(run.endedAtMs ?? 0).toISOString(), zone))}
        {phase === 'stopped' ? messages.resultStopped(rowsText(unsentRows, formatCount(unsentRows))) : null}
        {unsureRows === 0 ? null : messages.resultUnsure(unsureRows, formatCount(unsureRows))}
        {phase === 'stopped' ? messages.resultAgain : null}
      </p>
      <OutcomeBar counts={counts} />
      <Minted counts={counts} isDone calls={1} />
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
  );
}

/** The import as the service keeps it: its rows, and its way back. */
function HistoryActions({ batchId }: { readonly batchId: string }) {
  const { data } = useQuery(read(listBindJobs, { batch_id: batchId, limit: 1 }));
  const { reason } = useWriteAccess('channels:bulk');
  const [asked, setAsked] = useState<BindJob | null>(null);
  const job = data?.items[0];
  if (job === undefined) return null;
  const isUndone = job.state === 'undone';
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <Button
        variant="danger"
        disabledReason={isUndone ? history.undone : (reason ?? (job.has_rows ? undefined : history.noRowsWhy))}
        onClick={() => setAsked(job)}
      >
        {messages.undo}
      </Button>
      <Link to="/manage/bulk-bind" search={{ job: String(job.id) }} className={buttonClass({ variant: 'ghost' })}>
        {messages.historyLink}
      </Link>
      {isUndone ? <span className="text-12 text-ink-3">{history.undone}</span> : null}
      {asked === null ? null : <UndoDialog job={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}
