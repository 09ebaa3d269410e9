import { createAtom, useSelector } from '@tanstack/react-store';
import { bindChannelsBulk } from '#contract/channels.ts';
import { getWhoami } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { onCall } from '#src/api/call-log.ts';
import { call } from '#src/api/call.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { randomId } from '#src/browser/random-id.ts';
import type { FileSession } from '#src/bulk-bind/file/file-session.ts';
import type { Part } from '#src/bulk-bind/file/file-types.ts';
import type { OpenFile } from '#src/bulk-bind/import-store.ts';
import { sumCounts } from '#src/bulk-bind/outcome-bar.tsx';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { type ImportRecord, type RunPart, writeRecord } from './record.ts';
import { type BulkQuery, Halted, sendRows, type Wait } from './send.ts';

/** The second one is read and checked while the service works on the first. */
const IN_FLIGHT = 2;
const TOO_LARGE = 413;
/** While nothing answers, one cheap call tries this often whether something does. */
const PROBE_MS = 5_000;
const MIN_PACE_MS = 1_000;

/** `network`: nothing answers; it goes on by itself. `elsewhere`: another tab of this browser applies an import. */
export type PauseReason = 'user' | 'network' | 'service' | 'elsewhere';

export interface RunView {
  readonly record: ImportRecord;
  readonly phase: 'running' | 'pausing' | 'paused' | 'stopped' | 'done';
  readonly why: PauseReason | null;
  readonly error: unknown;
  readonly rows: number;
  readonly doneRows: number;
  readonly doneParts: number;
  readonly wait: Wait | null;
  readonly rowsPerSecond: number | null;
  /** When it was taken up after a reload, and how many parts were done by then. */
  readonly resumed: { readonly atMs: number; readonly parts: number } | null;
}

const runAtom = createAtom<RunView | null>(null);
let current: Run | null = null;

export function useRun(): RunView | null {
  return useSelector(runAtom);
}

export function isRunBusy(): boolean {
  const phase = runAtom.get()?.phase;
  return phase === 'running' || phase === 'pausing';
}

/** Begins to apply a file whose rows the service has just tried. */
export async function startRun(file: OpenFile, siteId: string, hasRows: boolean): Promise<void> {
  const { session, facts, how, mapping, channel } = file;
  if (file.dryRun === null || isRunBusy()) return;
  const [{ parts }, changes] = await Promise.all([session.call('parts', ['run']), session.call('changes', [])]);
  const record: ImportRecord = {
    id: randomId(),
    siteId,
    startedAtMs: Date.now(),
    file: { name: facts.name, bytes: facts.bytes, sha256: facts.sha256 },
    recipe: {
      how: { ...how },
      mapping: [...mapping],
      channel,
      changes: changes.filter((change) => change.do !== 'edit'),
      editedCells: changes.filter((change) => change.do === 'edit').length,
    },
    hasRows,
    phase: 'running',
    parts: parts.map(newPart),
  };
  void begin(new Run(session, record, null));
}

/** Goes on with an import whose tab was closed: its file is open again, with what was done to its rows. */
export async function takeUpRun(file: OpenFile, record: ImportRecord, runsOn: boolean): Promise<void> {
  if (isRunBusy()) return;
  let { parts } = await file.session.call('parts', ['run']);
  // As it was split when it was sent.
  for (;;) {
    const whole = parts.find(({ lineOffset, rows }) =>
      record.parts.some((known) => known.lineOffset === lineOffset && known.rows < rows),
    );
    if (whole === undefined || whole.rows === 1) break;
    ({ parts } = await file.session.call('splitPart', ['run', whole.index]));
  }
  const doneParts = record.parts.filter(({ state }) => state === 'done').length;
  const run = new Run(file.session, record, { atMs: Date.now(), parts: doneParts });
  run.align(parts);
  for (const part of record.parts) if (part.state === 'sending') part.state = 'unsure';
  if (runsOn) void begin(run);
  else {
    current = run;
    await run.end('paused', 'user', null);
  }
}

export function pauseRun(): void {
  current?.halt();
}

/** What is on its way is finished; the rest is not sent. */
export async function stopRun(): Promise<void> {
  const run = current;
  if (run === null) return;
  run.isStopping = true;
  if (isRunBusy()) run.halt();
  else await run.end('stopped', null, null);
}

export async function resumeRun(): Promise<void> {
  if (current !== null && runAtom.get()?.phase === 'paused') await begin(current);
}

/** For another file: what ran is over. */
export function forgetRun(): void {
  current?.halt();
  current = null;
  runAtom.set(null);
}

function newPart({ index, rows, lineOffset, bytes }: Part): RunPart {
  return { index, rows, lineOffset, bytes, state: 'waiting', counts: null, doneAtMs: null };
}

type RunState = Pick<RunView, 'phase' | 'why' | 'error' | 'wait'>;
const RUNNING: RunState = { phase: 'running', why: null, error: null, wait: null };

/** Sends the parts of one file, two at a time, and keeps in the browser how far it is. */
class Run {
  readonly session: FileSession;
  readonly record: ImportRecord;
  readonly #resumed: RunView['resumed'];
  isStopping = false;
  #state: RunState = RUNNING;
  #halt = new AbortController();
  #planned: Promise<unknown> = Promise.resolve();
  /** A part is through, whatever became of it. */
  #through = Promise.withResolvers<void>();
  #sinceMs = 0;
  #rowsSince = 0;

  constructor(session: FileSession, record: ImportRecord, resumed: RunView['resumed']) {
    this.session = session;
    this.record = record;
    this.#resumed = resumed;
  }

  /** The parts of a new plan take over what is known of those that have the same rows. */
  align(plan: readonly Part[]): void {
    const { record } = this;
    record.parts = plan.map((part) => {
      const known = record.parts.find(({ lineOffset, rows }) => lineOffset === part.lineOffset && rows === part.rows);
      return known === undefined ? newPart(part) : Object.assign(known, { index: part.index, bytes: part.bytes });
    });
  }

  halt(): void {
    if (this.#state.phase === 'running') this.#state = { ...this.#state, phase: 'pausing' };
    this.show();
    this.#halt.abort();
  }

  async run(): Promise<void> {
    this.#halt = new AbortController();
    this.isStopping = false;
    this.#state = RUNNING;
    this.#sinceMs = performance.now();
    this.#rowsSince = 0;
    this.record.phase = 'running';
    this.show();
    await writeRecord(this.record);
    try {
      // Without a history nothing tells two calls apart.
      await Promise.all(Array.from({ length: this.record.hasRows ? IN_FLIGHT : 1 }, () => this.#sendAll()));
      await this.end('done', null, null);
    } catch (error) {
      if (error instanceof Halted) await this.end(this.isStopping ? 'stopped' : 'paused', 'user', null);
      else {
        const isSilent = error instanceof ApiFailure && (error.kind === 'network' || error.kind === 'timeout');
        await this.end('paused', isSilent ? 'network' : 'service', error);
      }
    }
    // The lists that show it are read again behind its end: nobody waits for them to resume.
    void invalidateTouched(bindChannelsBulk).catch(() => undefined);
  }

  /** A part that is split moves those behind it: whoever names one by its place waits. */
  #inPlan<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#planned.then(work);
    this.#planned = turn.catch(() => undefined);
    return turn;
  }

  /** The first error ends the others as well, once what is on its way is through. */
  async #sendAll(): Promise<void> {
    for (;;) {
      const { parts } = this.record;
      const part = parts.find(({ state }) => state === 'waiting' || state === 'unsure');
      if (part === undefined) {
        if (!parts.some(({ state }) => state === 'sending')) return;
        // What is on its way may be split, or come back.
        await this.#through.promise;
        continue;
      }
      try {
        if (this.#halt.signal.aborted) throw new Halted('halted');
        await this.#send(part);
      } catch (error) {
        this.#halt.abort();
        throw error;
      } finally {
        this.#through.resolve();
        this.#through = Promise.withResolvers();
      }
    }
  }

  async #send(part: RunPart): Promise<void> {
    const { id, hasRows, file } = this.record;
    const wasSent = part.state === 'unsure';
    part.state = 'sending';
    try {
      const body = await this.#inPlan(() => this.session.call('partBody', ['run', part.index]));
      await writeRecord(this.record);
      const query: BulkQuery = hasRows
        ? { rows: true, batch_id: id, line_offset: part.lineOffset, file_sha256: file.sha256 }
        : {};
      const answer = await sendRows(this.session, 'run', query, body, {
        halt: this.#halt.signal,
        onWait: (wait) => {
          this.#state = { ...this.#state, wait };
          this.show();
        },
      });
      Object.assign(part, {
        state: 'done',
        counts: sumCounts([answer]),
        doneAtMs: Date.now(),
      } satisfies Partial<RunPart>);
      this.#rowsSince += part.rows;
      await writeRecord(this.record);
      this.show();
    } catch (error) {
      // Refused before anything was done, or not sent at all; else its rows may be bound or not.
      if (error instanceof ApiFailure && error.kind === 'conflict' && (wasSent || this.#resumed !== null)) {
        // The service has these rows as they were sent before the tab was closed: its history counts them.
        Object.assign(part, { state: 'done', doneAtMs: Date.now() } satisfies Partial<RunPart>);
        await writeRecord(this.record);
        return;
      }
      const status = error instanceof ApiFailure ? error.status : null;
      const isKnown = error instanceof Halted || (status !== null && status >= 400 && status < 500);
      part.state = isKnown && !wasSent ? 'waiting' : 'unsure';
      if (status === TOO_LARGE && part.rows > 1) {
        await this.#inPlan(async () => this.align((await this.session.call('splitPart', ['run', part.index])).parts));
        this.show();
        return;
      }
      throw error;
    }
  }

  async end(phase: 'paused' | 'stopped' | 'done', why: PauseReason | null, error: unknown): Promise<void> {
    this.#state = { phase, why: phase === 'paused' ? why : null, error, wait: null };
    this.record.phase = phase;
    await writeRecord(this.record);
    this.show();
  }

  show(): void {
    if (current !== this) return;
    const parts = this.record.parts.map((part) => ({ ...part }));
    const done = parts.filter(({ state }) => state === 'done');
    const ranMs = performance.now() - this.#sinceMs;
    runAtom.set({
      record: { ...this.record, parts },
      ...this.#state,
      rows: parts.reduce((sum, { rows }) => sum + rows, 0),
      doneRows: done.reduce((sum, { rows }) => sum + rows, 0),
      doneParts: done.length,
      rowsPerSecond:
        this.#rowsSince === 0 || ranMs < MIN_PACE_MS || this.#state.phase !== 'running'
          ? null
          : (this.#rowsSince * 1_000) / ranMs,
      resumed: this.#resumed,
    });
  }
}

/** What became of the rows that are done. */
export function countsOf({ parts }: Pick<ImportRecord, 'parts'>) {
  return sumCounts(parts.flatMap(({ counts }) => (counts === null ? [] : [counts])));
}

const LOCK = 'support-console:import';
// Absent on an address that the browser does not trust, such as plain HTTP in a local network: every tab may then.
const locks: LockManager | undefined = globalThis.navigator?.locks;

/** The lock that this tab had last is free again. */
let released: Promise<unknown> = Promise.resolve();

async function begin(run: Run): Promise<void> {
  current = run;
  run.show();
  watch ??= startWatch();
  if (locks === undefined) return run.run();
  // What was paused here a moment ago is no other tab.
  await released;
  const held = locks.request(LOCK, { ifAvailable: true }, (lock) =>
    lock === null ? run.end('paused', 'elsewhere', null) : run.run(),
  );
  released = held.catch(() => undefined);
  await held;
}

export async function isRunElsewhere(): Promise<boolean> {
  const { held = [] } = (await locks?.query()) ?? {};
  return held.some(({ name }) => name === LOCK) && !isRunBusy();
}

let watch: (() => void) | null = null;

/** Goes on as soon as anything answers again; nothing of the site stays after a sign-out. */
function startWatch(): () => void {
  const onAnswer = (): void => {
    if (runAtom.get()?.why === 'network') void resumeRun();
  };
  const stops = [
    subscribeToSession(() => {
      if (sessionState().phase !== 'out') return;
      forgetRun();
      watch?.();
      watch = null;
    }),
    onCall(({ end }) => {
      if (end !== null && end.status !== null && end.status < 500) onAnswer();
    }),
  ];
  const probe = setInterval(() => {
    if (runAtom.get()?.why === 'network') call(getWhoami).catch(() => undefined);
  }, PROBE_MS);
  addEventListener('online', onAnswer);
  return () => {
    for (const stop of stops) stop();
    clearInterval(probe);
    removeEventListener('online', onAnswer);
  };
}
