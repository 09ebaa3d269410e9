import { createAtom, useSelector } from '@tanstack/react-store';
import type { BindCounts } from '#contract/bind-jobs.ts';
import { bindChannelsBulk } from '#contract/channels.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { showFailure } from '#src/api/write.ts';
import { randomId } from '#src/browser/random-id.ts';
import { formatCount } from '#src/format/number.ts';
import { isBusy, Job, type JobState, type JobWork, Stopped } from '#src/jobs/job.ts';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';
import type { BulkAnswer, Part } from './file/file-types.ts';
import type { FileSession } from './file/worker-session.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { runMessages as messages } from './messages.ts';
import { noteDryRun, openFile, type OpenFile, type Sample } from './open-file.ts';
import { appliedOf } from './outcome-bar.tsx';
import { OUTCOMES } from './search.ts';
import { view } from './view.ts';

/** A call waits in the service for the one before it. */
const TIMEOUT_MS = 600_000;
/** The service reads the second part while it works on the first. */
const IN_FLIGHT = 2;
const TOO_LARGE = 413;
const MAX_SAMPLES = 20;

interface SentPart extends Part {
  /** `unsure`: it was sent and no answer came. Sending it again does nothing twice. */
  state: 'waiting' | 'sending' | 'unsure' | 'done';
  answer: BulkAnswer | null;
}

interface PartsToSend {
  readonly session: FileSession;
  readonly parts: SentPart[];
  readonly send: (part: Part, file: Blob) => Promise<BulkAnswer>;
}

function newPart(part: Part): SentPart {
  return { ...part, state: 'waiting', answer: null };
}

function rowsOf(parts: readonly SentPart[]): number {
  return parts.reduce((sum, { rows }) => sum + rows, 0);
}

function workOf(send: PartsToSend, concurrency: number): JobWork {
  const { parts } = send;
  return {
    concurrency,
    left: () => rowsOf(parts.filter(({ state }) => state !== 'done')),
    next: () => {
      const part = parts.find(({ state }) => state === 'waiting' || state === 'unsure');
      if (part === undefined) return undefined;
      part.state = 'sending';
      return () => sendPart(send, part);
    },
  };
}

async function sendPart({ session, parts, send }: PartsToSend, part: SentPart): Promise<void> {
  try {
    part.answer = await send(part, await session.call('partBody', [part]));
    part.state = 'done';
  } catch (error) {
    const status = error instanceof ApiFailure ? error.status : null;
    // Nothing of a part is bound if it was refused or never sent.
    const isUnsent = error instanceof Stopped || (status !== null && status >= 400 && status < 500);
    part.state = isUnsent ? 'waiting' : 'unsure';
    if (status !== TOO_LARGE || part.rows === 1) throw error;
    const halves = await session.call('halvePart', [part]);
    parts.splice(parts.indexOf(part), 1, ...halves.map(newPart));
  }
}

/** The parts of the file for a run; null if the worker failed. */
async function readParts(
  session: FileSession,
  kind: 'dry' | 'run',
  onError: (error: unknown) => void,
): Promise<SentPart[] | null> {
  try {
    return (await session.call('parts', [kind])).map(newPart);
  } catch (error) {
    onError(error);
    return null;
  }
}

function sumCounts(parts: readonly Readonly<BindCounts>[]): BindCounts {
  const sum: BindCounts = {
    total_rows: 0,
    bound: 0,
    refreshed: 0,
    minted_identity: 0,
    bad_channel: 0,
    no_identity: 0,
    failed: 0,
  };
  for (const part of parts) {
    sum.total_rows += part.total_rows;
    sum.minted_identity += part.minted_identity;
    for (const outcome of OUTCOMES) sum[outcome] += part[outcome];
  }
  return sum;
}

// The dry run.

interface DryRunView extends Pick<JobState, 'error' | 'wait'> {
  /** From 0 to 1. */
  readonly share: number;
}

const dryRunAtom = createAtom<DryRunView | null>(null);
let dryJob: Job | null = null;

/** The progress of the dry run, or its error; null if none is running. */
export function useDryRun(): DryRunView | null {
  return useSelector(dryRunAtom);
}

export function stopDryRun(): void {
  dryJob?.close();
  dryJob = null;
  dryRunAtom.set(null);
}

/** Asks the service what it would do with the rows, in as few calls as possible. Changes nothing. */
export async function startDryRun({ session }: OpenFile): Promise<void> {
  stopDryRun();
  const job = (dryJob = new Job({ guardsLeaving: false }));
  dryRunAtom.set({ error: null, wait: null, share: 0 });
  const parts = await readParts(session, 'dry', (error) => {
    if (dryJob === job) dryRunAtom.set({ error, wait: null, share: 0 });
  });
  // Cancelled while the worker split the file.
  if (dryJob !== job || parts === null) return;
  // The worker answers in order: these parts include each change whose summary has arrived by now.
  const version = openFile()?.version;
  const send = (_: Part, file: Blob) =>
    job.call(bindChannelsBulk, { query: { dry_run: true }, file, timeoutMs: TIMEOUT_MS });
  const { unsubscribe } = job.state.subscribe(({ error, wait }) => {
    const share = parts.filter(({ state }) => state === 'done').length / parts.length;
    if (dryJob === job) dryRunAtom.set({ error, wait, share });
  });
  await job.run(workOf({ session, parts, send }, 1));
  unsubscribe();
  if (dryJob !== job || job.state.get().phase !== 'done') return;
  stopDryRun();
  if (openFile()?.version !== version) return;
  const answers = parts.flatMap(({ answer }) => answer ?? []);
  const samples = parts.flatMap(({ answer, lineOffset }) =>
    // The service counts the lines from the beginning of each call.
    (answer?.error_sample ?? []).map((text) => readSample(text, lineOffset)),
  );
  noteDryRun(session, {
    counts: sumCounts(answers),
    samples: samples.slice(0, MAX_SAMPLES),
    calls: answers.length,
  });
}

/** Reads "line 7: bad_channel: channel must be one of …". */
function readSample(text: string, offset: number): Sample {
  const [, line, code = '', message = ''] = /^line (\d+): (?:(\w+): )?(.*)$/s.exec(text) ?? [];
  const reasons: Readonly<Partial<Record<string, string>>> = messages.resultWords.reasons;
  return { line: line === undefined ? null : Number(line) + offset, reason: reasons[code] ?? (message || text) };
}

// The import.

interface Import {
  readonly job: Job;
  readonly session: FileSession;
  /** All parts are sent under it: the service lists them as one import. */
  readonly batchId: string;
  readonly fileName: string;
  /** The service stores the result of each row, and can undo the import. */
  readonly hasRows: boolean;
  /** Which state of the rows the parts were made of. */
  readonly fileVersion: number;
  readonly parts: SentPart[];
  readonly openResult: () => void;
  endedAtMs: number;
}

export interface ImportView
  extends Pick<Import, 'batchId' | 'fileName' | 'fileVersion' | 'hasRows' | 'endedAtMs'>, JobState {
  readonly rows: number;
  readonly doneRows: number;
  /** Rows that were sent and got no answer. */
  readonly unsureRows: number;
  readonly counts: BindCounts;
}

const importAtom = createAtom<ImportView | null>(null);
let current: Import | null = null;

export function useImport(): ImportView | null {
  return useSelector(importAtom);
}

export function isImporting(): boolean {
  const view = importAtom.get();
  return view !== null && isBusy(view);
}

/**
 * Applies a file after its dry run. Resolves with whether it has started.
 * @param openResult goes to the result from any page
 */
export async function startImport(
  { session, facts, dryRun, version }: OpenFile,
  hasRows: boolean,
  openResult: () => void,
): Promise<boolean> {
  if (dryRun === null || isImporting()) return false;
  const parts = await readParts(session, 'run', (error) => showFailure(error, (why) => why));
  // Started twice, or signed out meanwhile.
  if (parts === null || isImporting() || sessionState().phase === 'out') return false;
  const started: Import = {
    job: new Job(),
    session,
    batchId: randomId(),
    fileName: facts.name,
    hasRows,
    fileVersion: version,
    parts,
    openResult,
    endedAtMs: 0,
  };
  current = started;
  started.job.state.subscribe(() => show(started));
  void run(started);
  return true;
}

/** Whether the rest of a stopped import can be sent: rows that have changed since need a dry run first. */
export function canContinue(
  file: Pick<OpenFile, 'checked' | 'version'>,
  run: Pick<ImportView, 'phase' | 'fileVersion'>,
): boolean {
  return run.phase === 'stopped' && file.checked === null && file.version === run.fileVersion;
}

/** Sends the rows that are left. */
export function continueImport(): void {
  if (current !== null) void run(current);
}

/** Parts that were sent are finished; `continueImport` sends the others. */
export function stopImport(): void {
  current?.job.stop();
}

/** Ends the dry run and the import of a file that is closed or read again. */
export function closeRuns(): void {
  stopDryRun();
  current?.job.close();
  current = null;
  importAtom.set(null);
}

subscribeToSession(() => {
  if (sessionState().phase === 'out') closeRuns();
});

async function run(started: Import): Promise<void> {
  const { job, session, hasRows, batchId, parts } = started;
  const send = async ({ lineOffset }: Part, file: Blob) => {
    const query = hasRows ? { rows: true, batch_id: batchId, line_offset: lineOffset } : {};
    return session.call('noteAnswer', [await job.callText(bindChannelsBulk, { query, file, timeoutMs: TIMEOUT_MS })]);
  };
  const work = workOf({ session, parts, send }, hasRows ? IN_FLIGHT : 1);
  const describe = (): string => {
    const { doneRows, rows } = viewOf(started);
    return messages.ofRows(formatCount(doneRows), formatCount(rows));
  };
  await job.run({ ...work, describe });
  started.endedAtMs = Date.now();
  show(started);
  sayEnd(started);
  await invalidateTouched(bindChannelsBulk);
}

/** On another page, a toast says how the import ended and leads to its result. */
function sayEnd(started: Import): void {
  if (current !== started || location.pathname === view.path) return;
  const { phase, error, rows, counts } = viewOf(started);
  const text = messages.result(formatCount(appliedOf(counts)), formatCount(rows));
  toast({
    kind: error === null ? 'done' : 'error',
    text: phase === 'done' ? messages.ended(text) : messages.endedEarly(text),
    action: { label: messages.showResult, run: started.openResult },
    stayMs: 10_000,
  });
}

function viewOf({ job, batchId, fileName, fileVersion, hasRows, parts, endedAtMs }: Import): ImportView {
  const done = parts.filter(({ state }) => state === 'done');
  return {
    ...job.state.get(),
    batchId,
    fileName,
    fileVersion,
    hasRows,
    endedAtMs,
    rows: rowsOf(parts),
    doneRows: rowsOf(done),
    unsureRows: rowsOf(parts.filter(({ state }) => state === 'unsure')),
    counts: sumCounts(done.flatMap(({ answer }) => answer ?? [])),
  };
}

function show(started: Import): void {
  if (current === started) importAtom.set(viewOf(started));
}
