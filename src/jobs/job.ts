import { createAtom } from '@tanstack/react-store';
import type { Operation, Reply } from '#contract/operation.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call, callText, type CallOptions } from '#src/api/call.ts';
import { announce } from '#src/ui/toasts/announce.ts';

/** The job was stopped before this call was sent: the service has not seen it. */
export class Stopped extends Error {}

export interface JobState {
  /** `stopping`: calls that were sent are still being answered. */
  readonly phase: 'ready' | 'running' | 'stopping' | 'stopped' | 'done';
  /** Why the job stopped by itself; null after Stop. */
  readonly error: unknown;
  /** `turn`: the API token has no calls left for now; `busy`: the service asked to try again later. */
  readonly wait: 'turn' | 'busy' | null;
  readonly secondsLeft: number | null;
}

/** The calls of one run. The caller keeps the outcomes, so that Continue resumes with whatever is left. */
export interface JobWork {
  /** Calls that may be on their way at the same time. */
  readonly concurrency: number;
  /** Items that are not done. */
  readonly left: () => number;
  /** The next call to make; undefined when none is left. */
  readonly next: () => (() => Promise<void>) | undefined;
  /** Progress for screen readers, said every tenth of the way. */
  readonly describe?: () => string;
}

/** Sends one call of a job. @throws Stopped, or ApiFailure */
export type SendCall = <Row extends Operation>(row: Row, options: CallOptions<Row>) => Promise<Reply<Row>>;

const ANNOUNCEMENTS = 10;
/** Too early before that to estimate the time left. */
const MIN_RUN_MS = 1_000;
const READY: JobState = { phase: 'ready', error: null, wait: null, secondsLeft: null };

/**
 * A long job of this tab, such as changing 600 tickets: many calls at background priority, with progress and
 * Stop. An error stops it; `run` with the same work continues.
 */
export class Job {
  readonly state = createAtom(READY);
  readonly #guardsLeaving: boolean;
  #stop = new AbortController();
  #isClosed = false;

  /** @param options.guardsLeaving whether leaving the page asks while something is left; false for a job that changes nothing */
  constructor({ guardsLeaving = true }: { readonly guardsLeaving?: boolean } = {}) {
    this.#guardsLeaving = guardsLeaving;
  }

  get isBusy(): boolean {
    return isBusy(this.state.get());
  }

  /** Aborted by Stop. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /** Sends nothing more; calls that were sent are finished. */
  stop(): void {
    this.#stop.abort(new Stopped('stopped'));
    if (this.isBusy) this.#set({ phase: 'stopping' });
  }

  /** Stops, and no longer asks before leaving: nothing of the job is wanted any more. */
  close(): void {
    this.#isClosed = true;
    this.stop();
    this.#watchLeaving();
  }

  /** Makes the calls of the work until none is left, one fails, or Stop. */
  async run(work: JobWork): Promise<void> {
    if (this.isBusy) return;
    this.#stop = new AbortController();
    this.#isClosed = false;
    const stop = this.#stop;
    const startedMs = performance.now();
    const total = work.left();
    let announced = 0;
    const errors: unknown[] = [];
    this.#set({ ...READY, phase: 'running' });

    const progress = (): void => {
      const left = work.left();
      const ranMs = performance.now() - startedMs;
      const isKnown = ranMs >= MIN_RUN_MS && left > 0 && left < total;
      this.#set({ secondsLeft: isKnown ? ((ranMs / 1_000) * left) / (total - left) : null });
      const step = Math.floor((ANNOUNCEMENTS * (total - left)) / Math.max(1, total));
      if (step <= announced || left === 0) return;
      announced = step;
      if (work.describe !== undefined) announce(work.describe());
    };
    const ended = Promise.withResolvers<void>();
    let running = 0;
    const startCalls = (): void => {
      while (running < work.concurrency && !stop.signal.aborted) {
        const makeCall = work.next();
        if (makeCall === undefined) break;
        running += 1;
        void makeCall()
          .catch((error: unknown) => {
            if (!(error instanceof Stopped)) errors.push(error);
            stop.abort(new Stopped('stopped'));
          })
          .finally(() => {
            running -= 1;
            progress();
            startCalls();
          });
      }
      if (running === 0) ended.resolve();
    };
    startCalls();
    await ended.promise;
    const [error = null] = errors;
    const isDone = error === null && work.left() === 0;
    this.#set({ phase: isDone ? 'done' : 'stopped', error, wait: null, secondsLeft: null });
  }

  readonly call: SendCall = (row, options) => sendUntil(this.#stop.signal, this.#onWait)(row, options);

  /** The same for an answer that is read elsewhere: its text as it came. */
  callText<Row extends Operation>(row: Row, options: CallOptions<Row>): Promise<string> {
    return attempt((sent) => callText(row, { ...options, ...sent }), this.#stop.signal, this.#onWait);
  }

  readonly #onWait = (wait: JobState['wait']): void => {
    if (wait !== this.state.get().wait) this.#set({ wait });
  };

  #set(next: Partial<JobState>): void {
    this.state.set((before) => ({ ...before, ...next }));
    this.#watchLeaving();
  }

  #watchLeaving(): void {
    const { phase, error } = this.state.get();
    const isUnfinished = isBusy({ phase }) || (phase === 'stopped' && error !== null);
    if (isUnfinished && this.#guardsLeaving && !this.#isClosed) unfinished.add(this);
    else unfinished.delete(this);
    watchLeaving();
  }
}

export function isBusy({ phase }: Pick<JobState, 'phase'>): boolean {
  return phase === 'running' || phase === 'stopping';
}

/** Sends calls at background priority until the signal aborts. For a few calls that need no job. */
export function sendUntil(stop: AbortSignal, onWait: (wait: JobState['wait']) => void = () => undefined): SendCall {
  return (row, options) => attempt((sent) => call(row, { ...options, ...sent }), stop, onWait);
}

const MAX_TRIES = 5;
/** Shorter waits are not shown. */
const UNNOTICED_MS = 1_000;
/** The service, or the gateway in front of it, cannot handle the call now. */
const BUSY_STATUSES: ReadonlySet<number | null> = new Set([502, 503, 504]);

type SentOptions = Required<Pick<CallOptions<Operation>, 'priority' | 'onWait'>> & { readonly signal: AbortSignal };

/**
 * `call` itself waits after a 429; this also tries again while the service is busy. Stop ends the waiting, but never a
 * call that was sent: its outcome would be unknown.
 */
async function attempt<Result>(
  send: (options: SentOptions) => Promise<Result>,
  stop: AbortSignal,
  onWait: (wait: JobState['wait']) => void,
): Promise<Result> {
  const waiting = new AbortController();
  let isWaiting = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setWaiting = (next: boolean): void => {
    isWaiting = next;
    clearTimeout(timer);
    if (!next) onWait(null);
    else if (stop.aborted) waiting.abort(stop.reason);
    else timer = setTimeout(() => onWait('turn'), UNNOTICED_MS);
  };
  const abort = (): void => {
    if (isWaiting) waiting.abort(stop.reason);
  };
  stop.addEventListener('abort', abort);
  try {
    for (let tries = 1; ; tries += 1) {
      if (stop.aborted) throw new Stopped('stopped');
      try {
        return await send({ priority: 'background', signal: waiting.signal, onWait: setWaiting });
      } catch (error) {
        if (!(error instanceof ApiFailure) || !BUSY_STATUSES.has(error.status) || tries === MAX_TRIES) throw error;
        onWait('busy');
        await sleep((error.retryAfterSeconds ?? 2 ** tries) * 1_000, stop);
      }
    }
  } finally {
    clearTimeout(timer);
    onWait(null);
    stop.removeEventListener('abort', abort);
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}

/** Jobs that leaving the page would end halfway. */
const unfinished = new Set<Job>();

function watchLeaving(): void {
  // A listener keeps the page out of the browser's back-forward cache, so there is none without a job.
  if (unfinished.size > 0) addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
