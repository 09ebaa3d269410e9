import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from './api-error.ts';

/** Fifteen seconds without a byte and the sender has given up, whatever it says. */
const IDLE_MS = 15_000;
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

/** The whole body. @throws ApiError body_too_large as soon as it is over, bad_request when it stops arriving. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await receive(request, limit, (chunk) => chunks.push(chunk));
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

/** Hands on a body piece by piece and resolves at its end. @throws ApiError as `readBody`. */
export function receive(request: IncomingMessage, limit: number, take: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let size = 0;
    const idle = setTimeout(() => {
      settle(new ApiError('bad_request', 'The body did not arrive in time', { headers: { Connection: 'close' } }));
    }, IDLE_MS);
    const settle = (error?: Error) => {
      clearTimeout(idle);
      request.off('data', onData).off('end', onEnd).off('error', settle).off('close', onClose);
      if (error === undefined) resolve();
      else reject(error);
    };
    const onData = (chunk: Uint8Array) => {
      idle.refresh();
      size += chunk.length;
      if (size > limit) settle(tooLarge(limit));
      else take(chunk);
    };
    const onEnd = () => settle();
    const onClose = () => settle(new ApiError('bad_request', 'The body ended early'));
    if (request.destroyed && !request.readableEnded) onClose();
    else request.on('data', onData).on('end', onEnd).on('error', settle).on('close', onClose);
  });
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
