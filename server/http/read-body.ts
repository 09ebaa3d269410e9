import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '#server/operation/api-error.ts';
import { ClientGone } from '#server/operation/client-gone.ts';

/** How slow a sender may be: how long without a byte, how many bytes over how long, and how long in all. */
const IDLE_MS = 15_000;
const PACE_SECONDS = 30;
const MIN_BYTES_PER_PACE = 500 * PACE_SECONDS;
const MAX_SECONDS = 600;
const DISCARD_MS = 5_000;
const DISCARD_BYTES = 32 * 1024 * 1024;

/** @throws ApiError body_too_large by what was announced, before a byte is read. */
export function checkAnnouncedLength(request: IncomingMessage, limit: number): void {
  const announced = request.headers['content-length'];
  if (announced !== undefined && Number(announced) > limit) throw tooLarge(limit);
}

function tooLarge(limit: number): ApiError {
  return new ApiError('body_too_large', `The body is larger than ${limit.toLocaleString('en-US')} bytes`);
}

/**
 * The whole body. @throws ApiError body_too_large as soon as it is over, bad_request when it stops arriving; ClientGone when
 * the connection ends before the body
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await receive(request, limit, (chunk) => chunks.push(chunk));
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

/**
 * Hands on a body piece by piece and resolves at its end. Time in which the service itself has paused the body is not
 * the sender's. @throws as `readBody`.
 */
export function receive(request: IncomingMessage, limit: number, take: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let size = 0;
    const cut = () =>
      settle(new ApiError('bad_request', 'The body did not arrive in time', { headers: { Connection: 'close' } }));
    const idle = setTimeout(() => (request.isPaused() ? idle.refresh() : cut()), IDLE_MS);
    const onResume = () => idle.refresh();
    const pace = new Pace();
    const seconds = setInterval(() => {
      if (pace.endSecond(request.isPaused())) cut();
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

/** How much of a body came in each of the last seconds of reading. */
class Pace {
  /** The newest last; at most as many as the pace is measured over. */
  readonly #bytes: number[] = [];
  #now = 0;
  #seconds = 0;

  count(bytes: number): void {
    this.#now += bytes;
  }

  /** Ends a second; true where the sender is slower than may be, or has taken too long in all. */
  endSecond(isPaused: boolean): boolean {
    this.#seconds += 1;
    if (this.#seconds >= MAX_SECONDS) return true;
    // Bytes before the pause within this second count for the next.
    if (isPaused) return false;
    this.#bytes.push(this.#now);
    this.#now = 0;
    if (this.#bytes.length > PACE_SECONDS) this.#bytes.shift();
    const sum = this.#bytes.reduce((total, bytes) => total + bytes, 0);
    return this.#bytes.length === PACE_SECONDS && sum < MIN_BYTES_PER_PACE;
  }
}

/**
 * To be called before an answer is sent while the body may still be coming. Where the sender asked for the connection to
 * be closed, it would be as soon as the answer is out, and he would see a reset instead: it is closed after the body.
 */
export function keepForBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || response.shouldKeepAlive || !hasBody(request)) return;
  response.shouldKeepAlive = true;
  request.once('end', () => request.socket.end());
}

/**
 * Reads what is left of a body that nobody wants and throws it away, for a bounded time: closing while it still
 * arrives would reset the connection, and the sender would never see the answer.
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
