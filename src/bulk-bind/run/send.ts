import { bindChannelsBulk } from '#contract/channels.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { loggedCalls, onCall } from '#src/api/call-log.ts';
import { type CallQuery, callText } from '#src/api/call.ts';
import type { FileSession } from '#src/bulk-bind/file/file-session.ts';
import type { BulkAnswer, RunKind } from '#src/bulk-bind/file/file-types.ts';

/** The import was stopped while no call was on its way. */
export class Halted extends Error {}

/** A part waits in the service for the one before it, and a dry run goes through the whole file. */
const TIMEOUT_MS = 600_000;
const MAX_BUSY_TRIES = 10;
const MAX_WAIT_S = 30;
/** The service, or the gateway before it, cannot work on the call now. */
const OVERLOADED = 503;
const BUSY: ReadonlySet<number | null> = new Set([502, OVERLOADED, 504]);
/** While nothing answers, the rows are sent again this often, and as soon as the browser is online again. */
const LOST_WAIT_S = 5;

export type BulkQuery = CallQuery<typeof bindChannelsBulk>;

/** What the page says while a call is not on its way: until when it waits, and what for. */
export interface Wait {
  readonly for: 'limit' | 'busy' | 'lost';
  readonly untilMs: number;
}

interface SendOptions {
  /** Ends the waiting. It never ends a call that is on its way, whose outcome would be unknown then. */
  readonly halt: AbortSignal;
  /** Null once the call is on its way. */
  readonly onWait: (wait: Wait | null) => void;
  /** No answer came: the rows may be bound or not. With it the rows are sent again until there is an answer. */
  readonly onLost?: () => void;
}

/**
 * Sends rows with less priority than what people do by hand, and again while the service is busy. The worker gets the
 * outcome of each row. No other call of this kind may be on its way with the same query.
 * @throws Halted, or ApiFailure
 */
export async function sendRows(
  session: FileSession,
  kind: RunKind,
  query: BulkQuery,
  file: Blob,
  { halt, onWait, onLost }: SendOptions,
): Promise<BulkAnswer> {
  const waiting = new AbortController();
  let isSent = false;
  const abort = (): void => {
    if (!isSent) waiting.abort(new Halted('halted'));
  };
  const stop = onCall(({ operation, url, end }) => {
    if (operation !== bindChannelsBulk.name || !isOf(url, query)) return;
    isSent = end === null;
    if (isSent) onWait(null);
    if (end?.status === 429) onWait({ for: 'limit', untilMs: Date.now() + secondsOf(end.headers) * 1_000 });
    if (halt.aborted) abort();
  });
  halt.addEventListener('abort', abort);
  try {
    let busyTries = 0;
    for (;;) {
      if (halt.aborted) throw new Halted('halted');
      try {
        const sent = { query, file, priority: 'background', timeoutMs: TIMEOUT_MS, signal: waiting.signal } as const;
        return await session.call('noteAnswer', [kind, await callText(bindChannelsBulk, sent)]);
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        const isLost = onLost !== undefined && (error.kind === 'network' || error.kind === 'timeout');
        if (!isLost) busyTries += 1;
        if (!isLost && (!BUSY.has(error.status) || busyTries === MAX_BUSY_TRIES)) throw error;
        if (error.status !== OVERLOADED) onLost?.();
        const seconds = isLost ? LOST_WAIT_S : (error.retryAfterSeconds ?? Math.min(MAX_WAIT_S, 2 ** busyTries));
        onWait({ for: isLost ? 'lost' : 'busy', untilMs: Date.now() + seconds * 1_000 });
        await sleep(seconds * 1_000, halt);
      }
    }
  } finally {
    stop();
    halt.removeEventListener('abort', abort);
  }
}

/** Of several parts on their way each has its own offset. */
function isOf(url: string, { line_offset: offset, batch_id: batch }: BulkQuery): boolean {
  const sent = new URLSearchParams(url.slice(url.indexOf('?')));
  const same = (name: string, value: number | string | undefined) => sent.get(name) === (value?.toString() ?? null);
  return same('line_offset', offset) && same('batch_id', batch);
}

function secondsOf(headers: Headers | null): number {
  const seconds = Number(headers?.get('Retry-After') ?? NaN);
  return seconds >= 0 ? seconds : 1;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const wake = (): void => resolve();
  signal.addEventListener('abort', wake);
  addEventListener('online', wake);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', wake);
    removeEventListener('online', wake);
  });
}

/** The request id and the time of the last call that sent rows. */
export function lastCall(): { readonly requestId: string | null; readonly ms: number } {
  const end = loggedCalls().findLast(({ operation }) => operation === bindChannelsBulk.name)?.end;
  return { requestId: end?.headers?.get('X-SVC-Request-Id') ?? null, ms: end?.ms ?? 0 };
}
