import { parseJson, writeJson } from '#contract/json.ts';
import type { Body, Operation, Query, Reply } from '#contract/operation.ts';
import { readPayload } from '#contract/read-payload.ts';
import { readError, toBody, toSearch } from '#contract/wire.ts';
import { takeTurn } from './allowance.ts';
import { ApiFailure, kindOfStatus } from './api-failure.ts';
import { logCall, type CallPriority } from './call-log.ts';
import { isReadOnly } from '#src/session/read-only.ts';
import { learnRefusal } from '#src/session/refused-scopes.ts';
import { refuseToken, sessionRun, sessionState, subscribeToSession, type Session } from '#src/session/session-store.ts';
import { reportUnsent } from '#src/session/unsent-work.ts';

const TIMEOUT_MS = 30_000;

/** Values of the query, as the views use them: an omitted one has its documented default. */
export type CallQuery<Row extends Operation> = Partial<Query<Row>>;

export interface CallOptions<Row extends Operation> {
  readonly query?: CallQuery<Row>;
  readonly body?: Body<Row>;
  /** The body of a row with `media`. It is sent as it is, and "Show API call" leaves it out. */
  readonly file?: Blob;
  readonly signal?: AbortSignal | undefined;
  /** Calls with this token instead of the session's; a 401 then fails at once. */
  readonly token?: string;
  /** Only with `token`: the base address, `/v1` unless given. */
  readonly baseUrl?: string;
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
  /** The same for every try of one intention: the service then acts once. Only where the row is `keyed`. */
  readonly idempotencyKey?: string | undefined;
  /**
   * `background` waits for its turn, so that people's own calls go first, and is sent again after a 429. `user` unless
   * given.
   */
  readonly priority?: CallPriority;
  /** True while the call waits for its turn or for the session; false when it is sent. */
  readonly onWait?: (isWaiting: boolean) => void;
  /** 30 seconds unless given. */
  readonly timeoutMs?: number;
}

interface Answer {
  readonly response: Response;
  readonly text: string;
}

interface Target {
  readonly token: string;
  readonly baseUrl: string;
}

/**
 * The only `fetch` of the API: sends one operation and parses its reply by the contract. A read-only document sends
 * reads alone. When the session ends in the middle of work, the call waits until a person signs in again on the page,
 * and is then repeated; it is never sent in another sign-in.
 * @throws ApiFailure, or the reason of `signal` when it was aborted
 */
export async function call<Row extends Operation>(row: Row, options: CallOptions<Row> = {}): Promise<Reply<Row>> {
  return inSession(row, options, (target) => send(row, options, target));
}

/** The same for a reply that is a file, such as CSV: returns its text. */
export async function callText<Row extends Operation>(row: Row, options: CallOptions<Row> = {}): Promise<string> {
  return inSession(row, options, async (target) => {
    const { response, text } = await exchange(row, options, target);
    if (!response.ok) throw failureOf(response, read(response, text));
    return text;
  });
}

async function inSession<Row extends Operation, Result>(
  row: Row,
  options: CallOptions<Row>,
  sendTo: (target: Target) => Promise<Result>,
): Promise<Result> {
  if (options.token !== undefined) return sendTo({ token: options.token, baseUrl: options.baseUrl ?? '/v1' });
  if (isReadOnly() && row.method !== 'GET') throw new ApiFailure('read_only', 'this page only shows');
  const isBackground = options.priority === 'background';
  const run = sessionRun();
  for (;;) {
    options.onWait?.(true);
    if (isBackground) await takeTurn('background', options.signal);
    const session = await openSession(row, run, options.signal);
    options.onWait?.(false);
    try {
      return await sendTo(session);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (lacksScope(row, options, error)) learnRefusal(row.scope, session.token);
      // A 429 did nothing: the next turn comes after the wait that the service asked for.
      if (isBackground && error.kind === 'rate_limited') continue;
      if (error.kind !== 'unauthorized' || !refuseToken(session.token)) throw error;
    }
  }
}

/**
 * Whether a refusal means that the token lacks the row's scope. Our service names it in the challenge; without a name the
 * reason may be a wrong `confirm_token`, or that more was asked for than the token has.
 */
function lacksScope<Row extends Operation>(row: Row, { body }: CallOptions<Row>, error: ApiFailure): boolean {
  if (error.code !== 'insufficient_scope' || row.scope === 'any') return false;
  if (error.missingScope !== null) return error.missingScope === row.scope;
  return row.resource !== 'api_tokens' && (body === undefined || !('confirm_token' in body));
}

/** Writes that wait for the session to be renewed. */
let waitingWrites = 0;
reportUnsent('saves', () => waitingWrites);

/**
 * Returns the session, after it has been renewed if it has ended.
 * @param run the sign-in in which the call began
 * @throws ApiFailure when signed out, or signed in again since
 */
async function openSession(row: Operation, run: number, signal: AbortSignal | undefined): Promise<Session> {
  const isWrite = row.method !== 'GET';
  if (isWrite) waitingWrites += 1;
  try {
    while (sessionState().phase === 'ended') {
      signal?.throwIfAborted();
      await nextChange(signal);
    }
  } finally {
    if (isWrite) waitingWrites -= 1;
  }
  const state = sessionState();
  if (state.phase === 'in' && sessionRun() === run) return state.session;
  throw new ApiFailure('unauthorized', 'signed out', { status: 401 });
}

function nextChange(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stop();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const stop = subscribeToSession(done);
    signal?.addEventListener('abort', done);
  });
}

async function send<Row extends Operation>(row: Row, options: CallOptions<Row>, target: Target): Promise<Reply<Row>> {
  const { response, text } = await exchange(row, options, target);
  const json = read(response, text);
  if (!response.ok) throw failureOf(response, json);
  try {
    return readPayload(row, json);
  } catch (error) {
    throw unreadable(response, error instanceof Error ? error.message : 'another shape');
  }
}

async function exchange<Row extends Operation>(row: Row, options: CallOptions<Row>, target: Target): Promise<Answer> {
  const timeout = new AbortController();
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const signal = options.signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, options.signal]);
  const headers: Record<string, string> = { Authorization: `Bearer ${target.token}`, Accept: 'application/json' };
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  if (options.file !== undefined && row.media !== undefined) headers['Content-Type'] = row.media;
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey;
  const { name, resource, method } = row;
  const url = `${target.baseUrl}/api.ashx?${toSearch<Row>(row, options.query ?? {})}`;
  const body = options.body === undefined ? null : writeJson(toBody(row, options.body));
  const endLog = logCall({
    operation: name,
    resource,
    method,
    url,
    body,
    idempotencyKey: options.idempotencyKey ?? null,
    priority: options.priority ?? 'user',
    isOfSession: options.token === undefined,
  });
  let response: Response | null = null;
  let text = '';
  let isCancelled = false;
  try {
    response = await fetch(url, {
      method,
      headers,
      body: options.file ?? body,
      signal,
      cache: 'no-store',
      // A redirect is never part of this API, and would carry the token on.
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      keepalive: options.keepalive ?? false,
    });
    text = await response.text();
  } catch (error) {
    isCancelled = options.signal?.aborted ?? false;
    options.signal?.throwIfAborted();
    if (timeout.signal.aborted) throw new ApiFailure('timeout', `no answer within ${timeoutMs / 1000} seconds`);
    if (response !== null) throw unreadable(response, 'the answer broke off');
    throw new ApiFailure('network', error instanceof Error ? error.message : 'no answer');
  } finally {
    clearTimeout(timer);
    endLog(response, text, isCancelled);
  }
  return { response, text };
}

function read(response: Response, text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    if (!response.ok) return undefined;
    throw unreadable(response, 'not JSON');
  }
}

function failureOf(response: Response, json: unknown): ApiFailure {
  const { status } = response;
  const error = readError(status, json);
  if (error === null && status < 500 && status !== 429)
    return unreadable(response, `status ${status} without an error`);
  return new ApiFailure(kindOfStatus(status), error?.message ?? `status ${status}`, {
    status,
    code: error?.code ?? null,
    requestId: requestIdOf(response),
    retryAfterSeconds: retryAfter(response),
    fields: error?.fields,
    current: error?.current,
    missingScope: /\bscope="([^"]+)"/.exec(response.headers.get('WWW-Authenticate') ?? '')?.[1] ?? null,
  });
}

function unreadable(response: Response, why: string): ApiFailure {
  return new ApiFailure('unreadable', why, { status: response.status, requestId: requestIdOf(response) });
}

function requestIdOf(response: Response): string | null {
  return response.headers.get('X-SVC-Request-Id');
}

/** Seconds, whether the header gives seconds or a date; null without a header. */
function retryAfter(response: Response): number | null {
  const header = response.headers.get('Retry-After');
  if (header === null) return null;
  const seconds = /^[0-9]{1,6}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}
