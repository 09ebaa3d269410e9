import { useEffect, useRef } from 'react';
import type { OpenFile } from '#src/bulk-bind/import-store.ts';
import { messages as words } from '#src/bulk-bind/messages.ts';
import type { BulkSearch, Go, Step } from '#src/bulk-bind/search.ts';
import { formatCount } from '#src/format/number.ts';
import { LeaveGuard } from '#src/ui/leave-guard.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { sessionState } from '#src/session/session-store.ts';
import { ApplyStep, RunStrip } from './apply-step.tsx';
import { DryRunStep } from './dry-run-step.tsx';
import { messages } from './messages.ts';
import { ResultStep } from './result-step.tsx';
import { isRunBusy, pauseRun, type RunView } from './run-import.ts';

interface RunStepsProps {
  readonly step: Exclude<Step, 'file' | 'columns'>;
  readonly file: OpenFile;
  readonly run: RunView | null;
  readonly search: BulkSearch;
  readonly go: Go;
  readonly reason: string | undefined;
  readonly onDryRun: () => void;
}

/** The steps in which the service is asked. */
export function RunSteps({ step, file, run, search, go, reason, onDryRun }: RunStepsProps) {
  useAnnouncedProgress(run);
  if (step === 'dry-run' || run === null)
    return <DryRunStep file={file} search={search} go={go} reason={reason} onStart={onDryRun} />;
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
        onDiscard={pauseRun}
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
