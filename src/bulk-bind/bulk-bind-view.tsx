import { Link } from '@tanstack/react-router';
import { useEffect, useState, useEffectEvent, type ReactNode } from 'react';
import { useCountry } from '#src/api/use-country.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import type { FileSource, ReadOptions } from '#src/bulk-bind/file/file-types.ts';
import { ColumnsStep } from '#src/bulk-bind/columns/columns-step.tsx';
import { JobPage } from '#src/bulk-bind/history/job-page.tsx';
import { startDryRun } from '#src/bulk-bind/run/dry-run.ts';
import { forgetRun, isRunBusy, useRun } from '#src/bulk-bind/run/run-import.ts';
import { RunSteps } from '#src/bulk-bind/run/run-steps.tsx';
import { DropTarget, FileStep } from '#src/bulk-bind/start/file-step.tsx';
import { parseId } from '#src/format/id.ts';
import { takeHandedFile } from '#src/list-export/handed-file.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { BackLink, PageBody } from '#src/panels/page-parts.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { closeFile, missingColumns, type OpenFile, readFile, setSiteCountry, useFileState } from './import-store.ts';
import { messages } from './messages.ts';
import { type BulkSearch, type Go, type Step, STEPS } from './search.ts';
import { StepActions } from './step-actions.tsx';

interface BulkBindViewProps {
  readonly search: BulkSearch;
  readonly go: Go;
}

/** Binds the channels of a file: what is in it, what would happen, and then that. */
export function BulkBindView({ search, go }: BulkBindViewProps) {
  const { capabilities } = useWhoami();
  const id = search.job === undefined ? null : parseId(search.job);
  if (id !== null) return <JobPage id={id} search={search} />;
  if (capabilities.deployed.channels !== false) return <Import search={search} go={go} />;
  return (
    <Framed
      body={
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
      }
    />
  );
}

function Framed({ body }: { readonly body: ReactNode }) {
  return (
    <>
      <PageHeader title={messages.title} />
      <PageBody>{body}</PageBody>
    </>
  );
}

function Import({ search, go }: BulkBindViewProps) {
  const whoami = useWhoami();
  const country = useCountry();
  const state = useFileState();
  const run = useRun();
  const file = state.phase === 'open' ? state.file : null;
  const [lastGiven, setLastGiven] = useState<FileSource | null>(null);
  useEffect(() => setSiteCountry(country), [country]);

  const open = openSteps(file, run?.phase ?? null);
  const asked = search.step ?? 'file';
  // An import that ends leads to its result. A step of a file that is not open: nothing of it outlives the tab.
  const wanted = asked === 'apply' && open.has('result') ? 'result' : asked;
  const step = open.has(wanted) ? wanted : 'file';
  const correct = useEffectEvent(() => go(step === 'file' ? {} : { step }, { replace: true }));
  useEffect(() => {
    if (step !== asked && state.phase !== 'reading') correct();
  }, [step, asked, state.phase]);

  const give = async (given: FileSource, how: ReadOptions = {}): Promise<void> => {
    if (isRunBusy()) return;
    forgetRun();
    setLastGiven(given);
    go({}, { replace: true });
    // In a task of its own: both at once would hold the page up.
    await new Promise((resolve) => setTimeout(resolve));
    if (await readFile(given, how)) go({ step: 'columns' });
  };
  const giveHanded = useEffectEvent(() => {
    const handed = takeHandedFile();
    if (handed !== null) void give(handed);
  });
  useEffect(() => giveHanded(), []);

  const startOver = () => {
    forgetRun();
    closeFile();
    go({});
  };
  const beginDryRun = () => {
    if (file === null) return;
    go({ step: 'dry-run' });
    void startDryRun(file, hasExtension(whoami, 'bind_jobs'));
  };
  return (
    <>
      <PageHeader
        title={messages.title}
        documentTitle={step === 'file' ? messages.title : `${messages.step[step]} · ${messages.title}`}
        lead={<PhoneBack step={step} open={open} />}
        tabs={<Steps current={step} open={open} />}
        actions={
          file === null ? null : (
            <StepActions step={step} file={file} go={go} onDryRun={beginDryRun} onStartOver={startOver} />
          )
        }
      />
      {isRunBusy() ? null : <DropTarget onFile={(given) => void give(given)} />}
      {file === null || step === 'file' ? (
        <FileStep search={search} state={state} lastGiven={lastGiven} onFile={(given, how) => void give(given, how)} />
      ) : step === 'columns' ? (
        <ColumnsStep file={file} search={search} go={go} />
      ) : (
        <RunSteps step={step} file={file} run={run} search={search} go={go} onDryRun={beginDryRun} />
      )}
    </>
  );
}

/** On a phone, which has no room for the steps: the way to the one before. */
function PhoneBack({ step, open }: { readonly step: Step; readonly open: ReadonlySet<Step> }) {
  const before = STEPS.slice(0, STEPS.indexOf(step)).findLast((one) => open.has(one));
  if (before === undefined) return null;
  return (
    <span className="md:hidden">
      <BackLink
        to="/manage/bulk-bind"
        search={before === 'file' ? {} : { step: before }}
        label={messages.backTo(messages.step[before])}
      />
    </span>
  );
}

/** The steps that the present state has a page for. */
function openSteps(
  file: OpenFile | null,
  phase: NonNullable<ReturnType<typeof useRun>>['phase'] | null,
): ReadonlySet<Step> {
  if (file === null) return new Set<Step>(['file']);
  // While rows are applied they stay as they are.
  if (phase === 'running' || phase === 'stopping') return new Set<Step>(['apply']);
  const isReady = missingColumns(file).length === 0;
  const steps: readonly (Step | false)[] = [
    'file',
    'columns',
    isReady && 'dry-run',
    (phase === 'done' || phase === 'stopped') && 'result',
  ];
  return new Set(STEPS.filter((step) => steps.includes(step)));
}

interface StepsProps {
  readonly current: Step;
  /** The steps that one can go back to. */
  readonly open: ReadonlySet<Step>;
}

/** Where an import stands, in the header of the page; a phone shows the present step alone. */
function Steps({ current, open }: StepsProps) {
  const at = STEPS.indexOf(current);
  return (
    <nav aria-label={messages.steps} className="min-w-0 md:ms-3">
      <ol className="flex items-center gap-1 max-md:hidden">
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
      <p className="truncate text-12 text-ink-2 md:hidden">
        {messages.stepOf(messages.step[current], at + 1, STEPS.length)}
      </p>
    </nav>
  );
}
