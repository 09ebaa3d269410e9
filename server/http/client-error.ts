import type { Socket } from 'node:net';
import type { ErrorCode } from '#contract/errors.ts';
import { errorText } from './answer.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { JSON_TYPE } from './api-headers.ts';
import { newRequestId } from './request-id.ts';

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
};

/**
 * Answers what never became a request: broken HTTP, headers over 16 KiB, senders that are too slow. A connection that was
 * opened ahead of need and never used is closed without a word: a browser that picks it up in that moment would take the
 * answer for that of its own request, and asks again over another connection where there is none.
 */
export function answerClientError(
  error: Error & { readonly code?: string },
  socket: Socket,
  headers: readonly string[],
): void {
  const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
  if (isUnused || error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const answer = toAnswer(error.code);
  const text = errorText(answer);
  const lines = [`HTTP/1.1 ${answer.status} ${REASONS[answer.status]}`];
  const all = [
    ...headers,
    'X-SVC-Request-Id',
    newRequestId(),
    'Content-Type',
    JSON_TYPE,
    'Content-Length',
    String(Buffer.byteLength(text)),
    'Connection',
    'close',
  ];
  for (let at = 0; at < all.length; at += 2) lines.push(`${all[at]}: ${all[at + 1]}`);
  // Later bytes are read and dropped for a moment, or the reset would overtake the answer.
  socket.removeAllListeners('data');
  socket.on('data', () => undefined);
  socket.on('error', () => undefined);
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
  setTimeout(() => socket.destroy(), 2000).unref();
}

function toAnswer(code: string | undefined): ApiError {
  const kinds: Readonly<Record<string, [ErrorCode, string]>> = {
    HPE_HEADER_OVERFLOW: ['header_too_large', 'The headers are larger than 16 KiB'],
    HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body_too_large', 'The chunk extensions of the body are too large'],
    ERR_HTTP_REQUEST_TIMEOUT: ['bad_request', 'The request did not arrive in time'],
  };
  const [kind, message] = kinds[code ?? ''] ?? ['bad_request', 'This is not well-formed HTTP'];
  return new ApiError(kind, message);
}
