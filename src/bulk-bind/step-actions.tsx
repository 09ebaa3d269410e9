import { useState } from 'react';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { useOfferedCommands } from '#src/ui/offered-commands.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages as columns } from './columns/messages.ts';
import { type OpenFile, skipRefused } from './import-store.ts';
import { messages } from './messages.ts';
import { appliedOf } from './outcome-bar.tsx';
import { ErrorRowsButton } from './run/downloads.tsx';
import { messages as texts } from './run/messages.ts';
import { type RunView, startRun, stopRun, useRun } from './run/run-import.ts';
import type { Go, Step } from './search.ts';

interface StepActionsProps {
  readonly step: Step;
  readonly file: OpenFile;
  readonly go: Go;
  readonly onDryRun: () => void;
  readonly onStartOver: () => void;
}

/** The verbs of the present step, at the end of the header. */
export function StepActions(props: StepActionsProps) {
  const { step, onStartOver } = props;
  const run = useRun();
  if (step === 'apply' && run !== null) return <RunActions run={run} />;
  return (
    <>
      <Button variant="ghost" className={step === 'result' ? '' : 'max-sm:hidden'} onClick={onStartOver}>
        {step === 'result' ? texts.another : messages.startOver}
      </Button>
      {step === 'columns' ? <ColumnsActions {...props} /> : null}
      {step === 'dry-run' ? <DryRunActions {...props} /> : null}
    </>
  );
}

function ColumnsActions({ file: { summary, checked }, onDryRun }: StepActionsProps) {
  const { reason } = useWriteAccess('channels:bulk');
  const toFix = summary?.toFix ?? 0;
  const ready = summary?.sent ?? 0;
  const skip = async () => {
    const skipped = await skipRefused();
    toast({ kind: 'done', text: columns.skippedRows(skipped, formatCount(skipped)) });
  };
  const cannot =
    reason ??
    (summary === null
      ? checked === null
        ? columns.matchFirst
        : columns.stillChecking
      : ready === 0
        ? columns.noRows
        : undefined);
  useOfferedCommands([
    {
      id: 'bulk-dry-run',
      label: columns.dryRunBare,
      icon: 'play',
      group: 'list',
      run: onDryRun,
      disabledReason: cannot,
    },
  ]);
  return (
    <>
      {toFix === 0 ? null : (
        <Button className="max-md:hidden" onClick={() => void skip()}>
          {columns.skipToFix(toFix, formatCount(toFix))}
        </Button>
      )}
      <Button variant="primary" disabledReason={cannot} onClick={onDryRun}>
        {summary === null ? columns.dryRunBare : columns.dryRun(ready, formatCount(ready))}
      </Button>
    </>
  );
}

function DryRunActions({ file, go }: StepActionsProps) {
  const whoami = useWhoami();
  const { reason } = useWriteAccess('channels:bulk');
  const { dryRun } = file;
  const can = dryRun === null ? 0 : appliedOf(dryRun.counts);
  const notApplied = dryRun === null ? 0 : file.facts.rows - can;
  const cannot = reason ?? (dryRun === null ? texts.applyNeedsRun : can === 0 ? texts.applyNothing : undefined);
  const [isChanged, setChanged] = useState(false);
  const apply = async () => {
    setChanged(false);
    await startRun(file, hasExtension(whoami, 'bind_jobs'));
    go({ step: 'apply' });
  };
  const askOrApply = async () => {
    if ((await file.session.call('source', [])) === 'same') await apply();
    else setChanged(true);
  };
  return (
    <>
      {notApplied === 0 ? null : <ErrorRowsButton file={file} count={notApplied} />}
      <Button variant="primary" disabledReason={cannot} onClick={() => void askOrApply()}>
        {dryRun === null ? texts.applyBare : texts.apply(can, formatCount(can))}
      </Button>
      {isChanged ? (
        <ConfirmDialog
          title={texts.changedTitle}
          submit={texts.changedApply}
          isBusy={false}
          error={null}
          onConfirm={() => void apply()}
          onClose={() => setChanged(false)}
        >
          <p className="text-ink-2">{texts.changedText}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function RunActions({ run }: { readonly run: RunView }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" busy={run.phase === 'stopping'} onClick={() => setAsking(true)}>
        {texts.stop}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={texts.stopTitle(formatCount(run.doneRows))}
          submit={texts.stop}
          isDanger
          cancel={texts.stopKeep}
          isBusy={false}
          error={null}
          onConfirm={() => {
            setAsking(false);
            stopRun();
          }}
          onClose={() => setAsking(false)}
        >
          <p className="text-ink-2">{texts.stopText}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
