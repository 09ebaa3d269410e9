import type { FastifyReply } from 'fastify';
import { describeError, type Log } from '#server/http/log.ts';
import { newRequestId } from '#server/http/request-id.ts';

/** Headers of every plain-text response: no caching, no framing. */
export const PLAIN_HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/** A 404 in plain text, never the dashboard's document. */
export function sendNotFound(reply: FastifyReply, text = 'not found'): FastifyReply {
  return reply.code(404).headers(PLAIN_HEADERS).send(`${text}\n`);
}

/**
 * Responds to a failure outside the API with a request id, under which the log has the details. Errors of the request itself,
 * such as an address that leads out of the folder, are 404.
 */
export function sendFailure(reply: FastifyReply, error: unknown, log: Log): FastifyReply {
  if (isRequestError(error)) return sendNotFound(reply);
  const requestId = newRequestId();
  log.error({ request_id: requestId, ...describeError(error) }, 'a page could not be answered');
  reply.removeHeader('Content-Encoding');
  return reply
    .code(500)
    .headers({ ...PLAIN_HEADERS, 'X-SVC-Request-Id': requestId })
    .send(`Something went wrong here. Try again in a moment. The operator can find it in the log as ${requestId}.\n`);
}

function isRequestError(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}
