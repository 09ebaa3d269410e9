import type { IncomingMessage, ServerResponse } from 'node:http';
import { DatabaseUnavailable, QueryError } from '#server/db/errors.ts';
import { ApiError, ClientGone } from '#server/operation/api-error.ts';
import { errorHeaders, errorText, sendJson } from './answer.ts';
import { describeError, type Log } from './log.ts';
import { closeAfterBody } from './read-body.ts';

/** Logged as nginx does; never sent. */
export const CLIENT_CLOSED_REQUEST = 499;

interface FailedCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
}

/** Responds to a call that threw, and logs the stack if the failure is ours. @param write the text of the response */
export function sendFailure(
  log: Log,
  { request, response, requestId }: FailedCall,
  headers: readonly string[],
  thrown: unknown,
  write: (error: ApiError) => string = errorText,
): void {
  if (thrown instanceof ClientGone) {
    if (!response.headersSent) response.statusCode = CLIENT_CLOSED_REQUEST;
    response.destroy();
    return;
  }
  const error = toLoggedError(log, thrown, requestId);
  if (response.headersSent) {
    // Part of the response has been sent: only a broken connection shows the client that the rest is missing.
    response.destroy();
    return;
  }
  closeAfterBody(request, response);
  sendJson(response, error.status, [...headers, ...errorHeaders(error)], write(error));
}

/** Serialization failure and deadlock: a retry can succeed. */
const RETRYABLE = new Set(['40001', '40P01']);

/** As `toApiError`; logs the stack if the failure is ours. */
export function toLoggedError(log: Log, thrown: unknown, requestId: string): ApiError {
  const error = toApiError(thrown, requestId);
  if (error.status >= 500) log.error({ request_id: requestId, ...describeError(thrown) }, error.code);
  return error;
}

/** Turns anything thrown into an API error. An unexpected one reveals only the request id. */
export function toApiError(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable || (error instanceof QueryError && RETRYABLE.has(error.code))) {
    return new ApiError('overloaded', 'The service is busy: try again in a moment', { retryAfterSeconds: 1 });
  }
  return new ApiError('internal_error', `Something went wrong on our side; request id ${requestId}`);
}
