import { writeJson } from '#contract/json.ts';
import type { Operation, Reply } from '#contract/operation.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call, type CallOptions } from '#src/api/call.ts';
import { onCall } from '#src/api/call-log.ts';
import { write } from '#src/api/write.ts';

/** The job was paused or stopped before the call was sent: nothing has happened. */
export class Halted extends Error {}

const MAX_TRIES = 3;

export interface WaitOptions {
  readonly halt: AbortSignal;
  /** Called when the call begins to wait for its turn, and when it is on its way. */
  readonly onWait: (isWaiting: boolean) => void;
}

/**
 * One call of a job: waits for its turn, behind what people do by hand, and is tried again while the service is busy.
 * A halt ends the waiting. It never ends a call that is on its way, whose outcome nobody would know then.
 * @throws Halted, or ApiFailure
 */
export async function callWhenAllowed<Row extends Operation>(
  row: Row,
  options: Pick<CallOptions<Row>, 'query' | 'body'>,
  { halt, onWait }: WaitOptions,
): Promise<Reply<Row>> {
  const before = new AbortController();
  const text = options.body === undefined ? null : writeJson(options.body);
  let isSent = false;
  const stop = onCall((logged) => {
    if (logged.operation !== row.name || logged.priority !== 'background') return;
    // Several changes of single tickets are on their way at once: each knows its own body.
    if (row.name === 'updateTicket' && logged.body !== text) return;
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
        const sent = { ...options, signal: before.signal, priority: 'background' } as const;
        // Whoever runs the job refreshes once, at its end.
        return await (row.method === 'GET' ? call<Row>(row, sent) : write<Row>(row, sent, { refetch: 'none' }));
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.status !== 503 || tries === MAX_TRIES) throw error;
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
