import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useCountry } from '#src/api/use-country.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { parseId } from '#src/format/id.ts';
import { takeHandedFile } from '#src/list-export/handed-file.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { BackLink, PageBody } from '#src/panels/page-parts.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { ReadOptions } from './file/file-types.ts';
import {
  closeFile,
  missingColumns,
  openFile,
  readFile,
  restoreFile,
  setSiteCountry,
  useFileState,
} from './import-store.ts';
import { messages } from './messages.ts';
import { forgetRun, isRunBusy, takeUpRun, useRun } from './run/run-import.ts';
import { type BulkSearch, type Go, type Step, STEPS } from './search.ts';
import { StepActions } from './step-actions.tsx';
import { DropTarget, type Given } from './start/drop-target.tsx';
import { FileStep } from './start/file-step.tsx';
import { PendingStrip, usePending } from './start/pending-strip.tsx';
import { Steps } from './steps.tsx';
import { removeRecord } from './run/record.ts';
import { startDryRun } from './run/dry-run.ts';

const JobPage = lazyPart(async () => (await import('./history/job-page.tsx')).JobPage);
const ColumnsStep = lazyPart(async () => (await import('./columns/columns-step.tsx')).ColumnsStep);
const RunSteps = lazyPart(async () => (await import('./run/run-steps.tsx')).RunSteps);

interface BulkBindViewProps {
  readonly search: BulkSearch;
  readonly go: Go;
}

/** Binds the channels of a file: what is in it, what would happen, and then that. */
export function BulkBindView({ search, go }: BulkBindViewProps) {
  const { capabilities } = useWhoami();
  const id = search.job === undefined ? null : parseId(search.job);
  if (id !== null)
    return (
      <Suspense fallback={<Waiting />}>
        <JobPage id={id} search={search} />
      </Suspense>
    );
  if (capabilities.deployed.channels === false) return <NotDeployed />;
  return <Import search={search} go={go} />;
}

function NotDeployed() {
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

function Waiting() {
  return (
    <>
      <PageHeader title={messages.title} />
      <PageBody>
        <Skeleton className="h-4 w-60" />
      </PageBody>
    </>
  );
}

function Import({ search, go }: BulkBindViewProps) {
  const whoami = useWhoami();
  const siteId = String(whoami.site_id);
  const hasRows = hasExtension(whoami, 'bind_jobs');
  const { reason } = useWriteAccess('channels:bulk');
  const country = useCountry();
  const state = useFileState();
  const run = useRun();
  const file = state.phase === 'open' ? state.file : null;
  const [lastGiven, setLastGiven] = useState<Given | null>(null);
  const [other, setOther] = useState<string | null>(null);
  const { pending, discard } = usePending(siteId, run === null);
  useEffect(() => setSiteCountry(country), [country]);
  useEffect(() => {
    for (const part of [ColumnsStep, RunSteps]) part.preload();
  }, []);

  const open = openSteps(file, run?.phase ?? null);
  const asked = search.step ?? 'file';
  // An import that ends leads to its result. A step of a file that is not open: nothing of it outlives the tab.
  const wanted = asked === 'apply' && open.has('result') ? 'result' : asked;
  const step = open.has(wanted) ? wanted : 'file';
  const latestGo = useRef(go);
  useEffect(() => {
    latestGo.current = go;
  });
  useEffect(() => {
    if (step !== asked && state.phase !== 'reading')
      latestGo.current(step === 'file' ? {} : { step }, { replace: true });
  }, [step, asked, state.phase]);

  const give = async (given: Given, how: ReadOptions = {}): Promise<void> => {
    if (isRunBusy()) return;
    forgetRun();
    setLastGiven(given);
    setOther(null);
    const record = pending?.isElsewhere === false ? pending.record : null;
    go({}, { replace: true });
    // In a task of its own: both at once would hold the page up.
    await new Promise((resolve) => setTimeout(resolve));
    if (!(await readFile(given, record === null ? how : { ...record.recipe.how, ...how }))) return;
    const read = openFile();
    if (record === null || read === null) return go({ step: 'columns' });
    if (read.facts.sha256 !== record.file.sha256) return setOther(read.facts.name);
    const { mapping, channel, changes, editedCells } = record.recipe;
    await restoreFile({ mapping: new Map(mapping), channel }, changes);
    const restored = openFile();
    if (restored === null) return;
    // Cells that were mended by hand are to be mended again before the rest goes on.
    await takeUpRun(restored, record, editedCells === 0);
    go({ step: 'apply' });
  };
  const latestGive = useRef(give);
  useEffect(() => {
    latestGive.current = give;
  });
  useEffect(() => {
    const handed = takeHandedFile();
    if (handed !== null) void latestGive.current(handed);
  }, []);

  const startOver = () => {
    forgetRun();
    closeFile();
    go({});
  };
  const beginDryRun = () => {
    if (file === null) return;
    go({ step: 'dry-run' });
    void startDryRun(file, hasRows);
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
            <StepActions
              step={step}
              file={file}
              run={run}
              reason={reason}
              go={go}
              siteId={siteId}
              hasRows={hasRows}
              onDryRun={beginDryRun}
              onStartOver={startOver}
            />
          )
        }
      />
      {isRunBusy() ? null : <DropTarget onFile={(given) => void give(given)} />}
      {pending === null || step === 'apply' || step === 'result' ? null : (
        <PendingStrip
          pending={pending}
          other={other}
          onStartOver={() => {
            void removeRecord(pending.record.id);
            setOther(null);
            discard();
            go({ step: 'columns' });
          }}
          onDiscard={discard}
        />
      )}
      {file === null || step === 'file' ? (
        <FileStep
          search={search}
          state={state}
          reason={reason}
          lastGiven={lastGiven}
          onFile={(given, how) => void give(given, how)}
        />
      ) : (
        <Suspense fallback={<PageBody>{null}</PageBody>}>
          {step === 'columns' ? (
            <ColumnsStep file={file} search={search} go={go} />
          ) : (
            <RunSteps
              step={step}
              file={file}
              run={run}
              search={search}
              go={go}
              reason={reason}
              onDryRun={beginDryRun}
            />
          )}
        </Suspense>
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
  file: ReturnType<typeof openFile>,
  phase: NonNullable<ReturnType<typeof useRun>>['phase'] | null,
): ReadonlySet<Step> {
  if (file === null) return new Set<Step>(['file']);
  // While rows are applied they stay as they are.
  if (phase === 'running' || phase === 'pausing') return new Set<Step>(['apply']);
  const isReady = missingColumns(file).length === 0;
  const steps: readonly (Step | false)[] = [
    'file',
    'columns',
    isReady && 'dry-run',
    phase === 'paused' && 'apply',
    (phase === 'done' || phase === 'stopped') && 'result',
  ];
  return new Set(STEPS.filter((step) => steps.includes(step)));
}
