import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useCountry, isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import type { FileSource } from './file/file-types.ts';
import { parseId } from '#src/format/id.ts';
import { formatCount } from '#src/format/number.ts';
import { isBusy } from '#src/jobs/job.ts';
import { takeHandedFile } from '#src/list-export/handed-file.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { buttonClass, Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { ApplyStep, ResultStep } from './apply-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { DryRunStep } from './dry-run-step.tsx';
import { DropTarget, FileStep } from './file-step.tsx';
import {
  closeRuns,
  canContinue,
  continueImport,
  type ImportView,
  isImporting,
  startDryRun,
  startImport,
  stopImport,
  useImport,
} from './import-job.ts';
import { ImportPage } from './import-page.tsx';
import { columnsMessages, messages, runMessages as texts } from './messages.ts';
import { closeFile, missingColumns, type OpenFile, readFile, setSiteCountry, useFileState } from './open-file.ts';
import { appliedOf } from './outcome-bar.tsx';
import { type BulkSearch, type Go, type Step, STEPS } from './search.ts';

interface BulkBindViewProps {
  readonly search: BulkSearch;
  readonly go: Go;
}

/** Binds the channels of a file in five steps; nothing is sent before the third. */
export function BulkBindView({ search, go }: BulkBindViewProps) {
  const { capabilities } = useWhoami();
  const id = search.job === undefined ? null : parseId(search.job);
  if (id !== null) return <ImportPage id={id} search={search} />;
  if (capabilities.deployed.channels !== false) return <Import search={search} go={go} />;
  return (
    <>
      <PageHeader title={messages.title} />
      <PageBody>
        <EmptyBlock
          icon="link"
          title={messages.notDeployed}
          text={messages.notDeployedText}
          action={
            <Link to="/customers" className={buttonClass({})}>
              {messages.toCustomers}
            </Link>
          }
        />
      </PageBody>
    </>
  );
}

function Import({ search, go }: BulkBindViewProps) {
  const country = useCountry();
  const state = useFileState();
  const run = useImport();
  const file = state.phase === 'open' ? state.file : null;
  useEffect(() => setSiteCountry(country), [country]);

  const open = openSteps(file, run);
  const asked = search.step ?? 'file';
  // An import that ends leads to its result, and coming back to one that runs leads to its progress.
  const wanted = asked === 'apply' && open.has('result') ? 'result' : asked;
  const step = open.has(wanted) ? wanted : open.has('apply') ? 'apply' : 'file';
  const correct = useEffectEvent(() => go(step === 'file' ? {} : { step }, { replace: true }));
  useEffect(() => {
    if (step !== asked && state.phase !== 'reading') correct();
  }, [step, asked, state.phase]);

  const give = async (given: FileSource): Promise<void> => {
    if (isImporting()) return;
    closeRuns();
    go({}, { replace: true });
    // In its own task: navigating and reading together would block the page.
    await new Promise((resolve) => setTimeout(resolve));
    if (await readFile(given)) go({ step: 'columns' });
  };
  const giveHanded = useEffectEvent(() => {
    const handed = takeHandedFile();
    if (handed !== null) void give(handed);
  });
  useEffect(() => giveHanded(), []);

  const startOver = () => {
    closeRuns();
    closeFile();
    go({});
  };
  const beginDryRun = () => {
    if (file === null) return;
    go({ step: 'dry-run' });
    void startDryRun(file);
  };
  return (
    <>
      <PageHeader
        title={messages.title}
        documentTitle={step === 'file' ? messages.title : `${messages.step[step]} · ${messages.title}`}
        tabs={<Steps current={step} open={open} />}
        actions={
          file === null ? null : (
            <StepActions step={step} file={file} run={run} go={go} onDryRun={beginDryRun} onStartOver={startOver} />
          )
        }
      />
      {isImporting() ? null : <DropTarget onFile={(given) => void give(given)} />}
      {file === null || step === 'file' ? (
        <FileStep search={search} state={state} onFile={(given) => void give(given)} />
      ) : step === 'columns' ? (
        <ColumnsStep file={file} search={search} go={go} />
      ) : step === 'dry-run' || run === null ? (
        <DryRunStep file={file} go={go} onStart={beginDryRun} />
      ) : step === 'apply' ? (
        <ApplyStep run={run} />
      ) : (
        <ResultStep file={file} run={run} />
      )}
    </>
  );
}

/** The steps that can be opened now. */
function openSteps(file: OpenFile | null, run: ImportView | null): ReadonlySet<Step> {
  if (file === null) return new Set<Step>(['file']);
  // The rows must not change while they are applied.
  if (run !== null && isBusy(run)) return new Set<Step>(['apply']);
  const isReady = missingColumns(file).length === 0;
  const steps: readonly (Step | false)[] = ['file', 'columns', isReady && 'dry-run', run !== null && 'result'];
  return new Set(STEPS.filter((step) => steps.includes(step)));
}

interface StepsProps {
  readonly current: Step;
  readonly open: ReadonlySet<Step>;
}

/** The steps of the import in the page header. A narrow page names only the current one. */
function Steps({ current, open }: StepsProps) {
  const at = STEPS.indexOf(current);
  return (
    <nav aria-label={messages.steps} data-tabs="" className="min-w-0 max-md:order-1 max-md:basis-full md:ms-3">
      <ol className="flex items-center gap-1">
        {STEPS.map((step, index) => {
          const isDone = index < at;
          const isCurrent = index === at;
          const look = `flex min-h-control items-center gap-1.5 rounded-control px-2 text-12 max-[1199px]:px-1 ${
            isCurrent ? 'font-medium text-ink' : isDone ? 'text-ink-2' : 'text-ink-3'
          }`;
          const content = (
            <>
              <span
                className={`grid size-4.5 flex-none place-items-center rounded-full text-11 tabular-nums ${
                  isCurrent
                    ? 'bg-accent text-accent-on'
                    : isDone
                      ? 'bg-ok-tint text-ok-text'
                      : 'border border-line-strong'
                }`}
              >
                {isDone ? <Icon name="check" size={12} /> : index + 1}
              </span>
              <span className={isCurrent ? '' : 'max-[1199px]:sr-only'}>{messages.step[step]}</span>
              {isDone ? <span className="sr-only">{messages.stepDone}</span> : null}
            </>
          );
          return (
            <li key={step} aria-current={isCurrent ? 'step' : undefined}>
              {open.has(step) && !isCurrent ? (
                <Link
                  to="/manage/bulk-bind"
                  search={step === 'file' ? {} : { step }}
                  className={`hit relative no-underline hover:bg-hover ${look}`}
                >
                  {content}
                </Link>
              ) : (
                <span className={look}>{content}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface StepActionsProps {
  readonly step: Step;
  readonly file: OpenFile;
  readonly run: ImportView | null;
  readonly go: Go;
  readonly onDryRun: () => void;
  readonly onStartOver: () => void;
}

/** The buttons of the current step, at the end of the header. */
function StepActions(props: StepActionsProps) {
  const { step, file, run, go, onStartOver } = props;
  if (step === 'apply' && run !== null)
    return (
      <Button variant="danger" busy={run.phase === 'stopping'} onClick={stopImport}>
        {texts.stop}
      </Button>
    );
  return (
    <>
      <Button variant="ghost" onClick={onStartOver}>
        {step === 'result' ? texts.another : messages.startOver}
      </Button>
      {step === 'columns' ? <ColumnsActions {...props} /> : null}
      {step === 'dry-run' ? <DryRunActions {...props} /> : null}
      {step === 'result' && run !== null && canContinue(file, run) ? (
        <Button
          variant="primary"
          onClick={() => {
            continueImport();
            go({ step: 'apply' });
          }}
        >
          {texts.continue}
        </Button>
      ) : null}
    </>
  );
}

function ColumnsActions({ file: { summary, checked }, onDryRun }: StepActionsProps) {
  const { reason } = useWriteAccess('channels:bulk');
  const ready = summary?.sent ?? 0;
  const cannot =
    reason ??
    (summary === null
      ? checked === null
        ? columnsMessages.matchFirst
        : columnsMessages.stillChecking
      : ready === 0
        ? columnsMessages.noRows
        : undefined);
  return (
    <Button variant="primary" disabledReason={cannot} onClick={onDryRun}>
      {summary === null ? columnsMessages.dryRunBare : columnsMessages.dryRun(ready, formatCount(ready))}
    </Button>
  );
}

function DryRunActions({ file, go }: StepActionsProps) {
  const hasRows = isWholeService(useWhoami());
  const navigate = useNavigate();
  const { reason } = useWriteAccess('channels:bulk');
  const { dryRun } = file;
  const can = dryRun === null ? 0 : appliedOf(dryRun.counts);
  const cannot = reason ?? (dryRun === null ? texts.applyNeedsRun : can === 0 ? texts.applyNothing : undefined);
  const apply = async () => {
    const openResult = () => void navigate({ to: '/manage/bulk-bind', search: { step: 'result' } });
    if (await startImport(file, hasRows, openResult)) go({ step: 'apply' });
  };
  return (
    <Button variant="primary" disabledReason={cannot} onClick={() => void apply()}>
      {dryRun === null ? texts.applyBare : texts.apply(can, formatCount(can))}
    </Button>
  );
}
