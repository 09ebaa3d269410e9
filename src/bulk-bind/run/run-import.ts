import { createAtom, useSelector } from '@tanstack/react-store';
import type { BindCounts } from '#contract/bind-jobs.ts';
import { bindChannelsBulk } from '#contract/channels.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { randomId } from '#src/browser/random-id.ts';
import type { FileSession } from '#src/bulk-bind/file/file-session.ts';
import type { FileFacts, Part } from '#src/bulk-bind/file/file-types.ts';
import type { OpenFile } from '#src/bulk-bind/import-store.ts';
import { sumCounts } from '#src/bulk-bind/outcome-bar.tsx';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { type BulkQuery, Halted, sendRows, type Wait } from './send.ts';

/** The service reads and checks the second part while it works on the first. */
const IN_FLIGHT = 2;
const TOO_LARGE = 413;
const MIN_PACE_MS = 1_000;

interface RunPart extends Part {
  /** `unsure`: it was sent and no answer came. Sending it again does nothing twice. */
  state: 'waiting' | 'sending' | 'unsure' | 'done';
  /** Null until it is done. */
  counts: BindCounts | null;
}

export interface RunView {
  /** The batch of the service: every part is sent under it. */
  readonly batchId: string;
  readonly file: Pick<FileFacts, 'name' | 'bytes'>;
  /** The service stores the result of each row, and can undo the import. */
  readonly hasRows: boolean;
  readonly phase: 'running' | 'stopping' | 'stopped' | 'done';
  /** Why the service ended it; null where a person did. */
  readonly error: unknown;
  readonly rows: number;
  readonly doneRows: number;
  /** Rows that were sent and got no answer: they may be bound or not. */
  readonly unsureRows: number;
  readonly counts: BindCounts;
  readonly wait: Wait | null;
  readonly rowsPerSecond: number | null;
  readonly endedAtMs: number | null;
}

const runAtom = createAtom<RunView | null>(null);
let current: Run | null = null;

export function useRun(): RunView | null {
  return useSelector(runAtom);
}

export function isRunBusy(): boolean {
  const phase = runAtom.get()?.phase;
  return phase === 'running' || phase === 'stopping';
}

/** Applies a file whose rows had a dry run. It lives as long as the tab. */
export async function startRun({ session, facts, dryRun }: OpenFile, hasRows: boolean): Promise<void> {
  if (dryRun === null || isRunBusy()) return;
  const { parts } = await session.call('parts', ['run']);
  current = new Run(session, facts, { hasRows, parts: parts.map(newPart) });
  watch ??= watchSession();
  void current.run();
}

/** Parts on their way are finished; the others are not sent. */
export function stopRun(): void {
  current?.halt();
}

/** For another file: what ran is over. */
export function forgetRun(): void {
  current?.halt();
  current = null;
  runAtom.set(null);
}

let watch: (() => void) | null = null;

/** Nothing of the site stays after a sign-out. */
function watchSession(): () => void {
  return subscribeToSession(() => {
    if (sessionState().phase !== 'out') return;
    forgetRun();
    watch?.();
    watch = null;
  });
}

function newPart(part: Part): RunPart {
  return { ...part, state: 'waiting', counts: null };
}

type RunState = Pick<RunView, 'phase' | 'error' | 'wait' | 'endedAtMs'>;

/** Sends the parts of one file, two at a time. */
class Run {
  readonly #session: FileSession;
  readonly #facts: FileFacts;
  readonly #batchId = randomId();
  readonly #hasRows: boolean;
  #parts: RunPart[];
  #state: RunState = { phase: 'running', error: null, wait: null, endedAtMs: null };
  readonly #halt = new AbortController();
  #planned: Promise<unknown> = Promise.resolve();
  /** Resolves whenever a part has its answer or its failure. */
  #settled = Promise.withResolvers<void>();
  readonly #startedMs = performance.now();

  constructor(session: FileSession, facts: FileFacts, run: { readonly hasRows: boolean; readonly parts: RunPart[] }) {
    this.#session = session;
    this.#facts = facts;
    this.#hasRows = run.hasRows;
    this.#parts = run.parts;
  }

  halt(): void {
    if (this.#state.phase === 'running') this.#set({ phase: 'stopping' });
    this.#halt.abort();
  }

  async run(): Promise<void> {
    this.#show();
    // Without a history the service cannot tell two calls apart.
    const senders = Array.from({ length: this.#hasRows ? IN_FLIGHT : 1 }, () => this.#sendAll());
    const ends = await Promise.allSettled(senders);
    const failure = ends.find((end) => end.status === 'rejected' && !(end.reason instanceof Halted));
    const isDone = this.#parts.every(({ state }) => state === 'done');
    this.#set({
      phase: isDone ? 'done' : 'stopped',
      error: failure?.status === 'rejected' ? failure.reason : null,
      wait: null,
      endedAtMs: Date.now(),
    });
    // The lists that show it are read again in the background.
    void invalidateTouched(bindChannelsBulk).catch(() => undefined);
  }

  /** Splitting a part moves those behind it: calls that name a part by its place take turns. */
  #inPlan<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#planned.then(work);
    this.#planned = turn.catch(() => undefined);
    return turn;
  }

  /** The first error also ends the other sender, once what is on its way is through. */
  async #sendAll(): Promise<void> {
    while (!this.#halt.signal.aborted && this.#parts.some(({ state }) => state !== 'done')) {
      const part = this.#parts.find(({ state }) => state === 'waiting');
      if (part === undefined) {
        // A part on its way may be split.
        await this.#settled.promise;
        continue;
      }
      try {
        await this.#send(part);
      } catch (error) {
        this.#halt.abort();
        throw error;
      } finally {
        this.#settled.resolve();
        this.#settled = Promise.withResolvers();
      }
    }
  }

  async #send(part: RunPart): Promise<void> {
    part.state = 'sending';
    const body = await this.#inPlan(() => this.#session.call('partBody', ['run', part.index]));
    const query: BulkQuery = this.#hasRows
      ? { rows: true, batch_id: this.#batchId, line_offset: part.lineOffset, file_sha256: this.#facts.sha256 }
      : {};
    try {
      const answer = await sendRows(this.#session, 'run', query, body, {
        halt: this.#halt.signal,
        onWait: (wait) => this.#set({ wait }),
        onLost: () => {
          part.state = 'unsure';
        },
      });
      part.state = 'done';
      part.counts = sumCounts([answer]);
      this.#show();
    } catch (error) {
      const status = error instanceof ApiFailure ? error.status : null;
      // Of a part that is refused, or was never sent, nothing is bound.
      const isKnown = error instanceof Halted || (status !== null && status >= 400 && status < 500);
      if (part.state === 'sending') part.state = isKnown ? 'waiting' : 'unsure';
      if (status !== TOO_LARGE || part.rows === 1) throw error;
      await this.#inPlan(async () => this.#align((await this.#session.call('splitPart', ['run', part.index])).parts));
      this.#show();
    }
  }

  /** The parts of a new plan take over what is known of those that have the same rows. */
  #align(plan: readonly Part[]): void {
    this.#parts = plan.map((part) => {
      const known = this.#parts.find(({ firstRow, rows }) => firstRow === part.firstRow && rows === part.rows);
      return known === undefined ? newPart(part) : Object.assign(known, part);
    });
  }

  #set(next: Partial<RunState>): void {
    this.#state = { ...this.#state, ...next };
    this.#show();
  }

  #show(): void {
    if (current !== this) return;
    const parts = this.#parts;
    const done = parts.filter(({ state }) => state === 'done');
    const rowsOf = (some: readonly RunPart[]) => some.reduce((sum, { rows }) => sum + rows, 0);
    const doneRows = rowsOf(done);
    const ranMs = performance.now() - this.#startedMs;
    const { phase } = this.#state;
    runAtom.set({
      batchId: this.#batchId,
      file: this.#facts,
      hasRows: this.#hasRows,
      ...this.#state,
      rows: rowsOf(parts),
      doneRows,
      unsureRows: rowsOf(parts.filter(({ state }) => state === 'unsure')),
      counts: sumCounts(done.flatMap(({ counts }) => counts ?? [])),
      rowsPerSecond: doneRows === 0 || ranMs < MIN_PACE_MS || phase !== 'running' ? null : (doneRows * 1_000) / ranMs,
    });
  }
}
