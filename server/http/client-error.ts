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
 * Responds to input that never became a request: malformed HTTP, headers over 16 KiB, slow clients. A preconnected
 * connection that was never used is closed without a response: a browser that starts to use it at that moment would take
 * the response for its own, but retries on a new connection if there is none.
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
  const failure = toFailure(error.code);
  const text = errorText(failure);
  const lines = [`HTTP/1.1 ${failure.status} ${REASONS[failure.status]}`];
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
  // Drain further bytes for a moment: closing with unread data sends a reset, which can overtake the response.
  socket.removeAllListeners('data');
  socket.on('data', () => undefined);
  socket.on('error', () => undefined);
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
  setTimeout(() => socket.destroy(), 2000).unref();
}

function toFailure(code: string | undefined): ApiError {
  const kinds: Readonly<Record<string, [ErrorCode, string]>> = {
    HPE_HEADER_OVERFLOW: ['header_too_large', 'The headers are larger than 16 KiB'],
    HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body_too_large', 'The chunk extensions of the body are too large'],
    ERR_HTTP_REQUEST_TIMEOUT: ['bad_request', 'The request did not arrive in time'],
  };
  const [kind, message] = kinds[code ?? ''] ?? ['bad_request', 'This is not well-formed HTTP'];
  return new ApiError(kind, message);
}
