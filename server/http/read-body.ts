import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, ClientGone } from '#server/operation/api-error.ts';

/** Limits for slow clients: time without a byte, bytes within a period, and time in total. */
const IDLE_MS = 15_000;
const PACE_SECONDS = 30;
const MIN_BYTES_PER_PACE = 500 * PACE_SECONDS;
const MAX_SECONDS = 600;
const DISCARD_MS = 5_000;
const DISCARD_BYTES = 32 * 1024 * 1024;

/** @throws ApiError body_too_large if Content-Length is over the limit, before reading anything. */
export function checkContentLength(request: IncomingMessage, limit: number): void {
  const announced = request.headers['content-length'];
  if (announced !== undefined && Number(announced) > limit) throw tooLarge(limit);
}

function tooLarge(limit: number): ApiError {
  return new ApiError('body_too_large', `The body is larger than ${limit.toLocaleString('en-US')} bytes`);
}

/**
 * Reads the whole body. @throws ApiError body_too_large as soon as it is over the limit, bad_request if it arrives too
 * slowly; ClientGone if the client disconnects
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await receive(request, limit, (chunk) => chunks.push(chunk));
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

/**
 * Passes on a body in chunks and resolves at its end. Time while the service has paused the body does not count against the
 * client. @throws as `readBody`.
 */
export function receive(request: IncomingMessage, limit: number, take: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let size = 0;
    const timeOut = () =>
      settle(new ApiError('bad_request', 'The body did not arrive in time', { headers: { Connection: 'close' } }));
    const idle = setTimeout(() => (request.isPaused() ? idle.refresh() : timeOut()), IDLE_MS);
    const onResume = () => idle.refresh();
    const pace = new Pace();
    const seconds = setInterval(() => {
      if (pace.endSecond(request.isPaused())) timeOut();
    }, 1000);
    const settle = (error?: Error) => {
      clearTimeout(idle);
      clearInterval(seconds);
      request.off('resume', onResume).off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      if (error === undefined) resolve();
      else reject(error);
    };
    const onData = (chunk: Uint8Array) => {
      idle.refresh();
      size += chunk.length;
      pace.count(chunk.length);
      if (size > limit) settle(tooLarge(limit));
      else take(chunk);
    };
    const onEnd = () => settle();
    const onGone = () => settle(new ClientGone());
    if (request.destroyed && !request.readableEnded) onGone();
    else request.on('resume', onResume).on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

/** Counts the bytes of each of the last seconds in which the body was read. */
class Pace {
  /** One entry per second, the newest last; at most `PACE_SECONDS`. */
  readonly #bytes: number[] = [];
  #now = 0;
  #seconds = 0;

  count(bytes: number): void {
    this.#now += bytes;
  }

  /** Ends a second. @returns true if the client is too slow, or has taken too long in total. */
  endSecond(isPaused: boolean): boolean {
    this.#seconds += 1;
    if (this.#seconds >= MAX_SECONDS) return true;
    // The bytes of a second with a pause count for the next one.
    if (isPaused) return false;
    this.#bytes.push(this.#now);
    this.#now = 0;
    if (this.#bytes.length > PACE_SECONDS) this.#bytes.shift();
    const sum = this.#bytes.reduce((total, bytes) => total + bytes, 0);
    return this.#bytes.length === PACE_SECONDS && sum < MIN_BYTES_PER_PACE;
  }
}

/**
 * Call it before responding while the body may still be arriving. With `Connection: close` Node would close right after the
 * response, and the client would see a reset instead; this closes the connection after the body.
 */
export function closeAfterBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || response.shouldKeepAlive || !hasBody(request)) return;
  response.shouldKeepAlive = true;
  request.once('end', () => request.socket.end());
}

/**
 * Reads and drops the rest of a body, within limits of time and size. Closing while it arrives would reset the connection,
 * and the client would never see the response.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.readableEnded || request.destroyed || !hasBody(request)) return;
  let left = DISCARD_BYTES;
  const stop = () => {
    clearTimeout(timer);
    if (!request.complete) request.destroy();
  };
  const timer = setTimeout(stop, DISCARD_MS).unref();
  request.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) stop();
  });
  request.on('end', () => clearTimeout(timer));
  request.on('error', () => clearTimeout(timer));
  request.on('close', () => clearTimeout(timer));
  request.resume();
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
