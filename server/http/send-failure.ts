import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientGone } from '#server/operation/client-gone.ts';
import { errorHeaders, errorText, sendJson } from './answer.ts';
import { describeError, type Log } from './log.ts';
import { keepForBody } from './read-body.ts';
import { toApiError } from './to-api-error.ts';

/** As nginx logs it. It is never sent. */
const CLIENT_CLOSED_REQUEST = 499;

interface FailedCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
}

/** Answers a call that threw; a defect of ours is logged with its stack. */
export function sendFailure(
  log: Log,
  { request, response, requestId }: FailedCall,
  headers: readonly string[],
  thrown: unknown,
): void {
  if (thrown instanceof ClientGone) {
    if (!response.headersSent) response.statusCode = CLIENT_CLOSED_REQUEST;
    response.destroy();
    return;
  }
  const error = toApiError(thrown, requestId);
  if (error.status >= 500) log.error({ request_id: requestId, ...describeError(thrown) }, error.code);
  if (response.headersSent) {
    // Half an answer is on its way: only a broken connection shows the reader that the rest is missing.
    response.destroy();
    return;
  }
  keepForBody(request, response);
  sendJson(response, error.status, [...headers, ...errorHeaders(error)], errorText(error));
}
