import { writeJson } from '#contract/json.ts';
import type { Operation, Reply } from '#contract/operation.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call, type CallOptions } from '#src/api/call.ts';
import { onCall } from '#src/api/call-log.ts';
import type { Endpoint } from '#src/api/endpoints.ts';

/** The job was paused or stopped before the call was sent: nothing has happened. */
export class Halted extends Error {}

const MOST_TRIES = 3;

interface Turn {
  readonly halt: AbortSignal;
  /** Told when the call begins to wait for its turn, and when it is on its way. */
  readonly onWait: (isWaiting: boolean) => void;
}

/**
 * One call of a job: waits for its turn, behind what people do by hand, and is tried again while the service is busy.
 * A halt ends the waiting. It never ends a call that is on its way, whose outcome nobody would know then.
 * @throws Halted, or ApiFailure
 */
export async function callInTurn<Row extends Operation>(
  endpoint: Endpoint<Row>,
  options: Pick<CallOptions<Row>, 'query' | 'body'>,
  { halt, onWait }: Turn,
): Promise<Reply<Row>> {
  const before = new AbortController();
  const text = options.body === undefined ? null : writeJson(options.body);
  let isSent = false;
  const stop = onCall((logged) => {
    if (logged.operation !== endpoint.name || logged.priority !== 'background') return;
    // Several changes of single tickets are on their way at once: each knows its own body.
    if (endpoint.name === 'updateTicket' && logged.body !== text) return;
    isSent = logged.end === null;
    onWait(!isSent);
  });
  const abort = (): void => {
    if (!isSent) before.abort(new Halted('halted'));
  };
  halt.addEventListener('abort', abort);
  onWait(true);
  try {
    for (let tries = 1; ; tries += 1) {
      if (halt.aborted) throw new Halted('halted');
      try {
        return await call<Row>(endpoint, { ...options, signal: before.signal, priority: 'background' });
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.status !== 503 || tries === MOST_TRIES) throw error;
        await sleep((error.retryAfterSeconds ?? tries) * 1_000, halt);
      }
    }
  } finally {
    stop();
    onWait(false);
    halt.removeEventListener('abort', abort);
  }
}

/** Ends early with the signal. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/** Does the work for all, so many at a time. The first error ends it, once what is under way is through. */
export async function inLanes<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const errors: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (const item of left) {
      if (errors.length > 0) return;
      try {
        await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (errors.length > 0) throw errors[0];
}
