import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorHeaders, errorText, sendJson } from '#server/http/answer.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { apiHeaders } from '#server/http/api-headers.ts';
import { PLAIN_HEADERS } from '#server/http/pages/plain-answer.ts';
import { isPortalCall } from '#server/http/portal-calls.ts';
import { newRequestId } from '#server/http/request-id.ts';
import { isApi, originForm } from '#server/http/request-target.ts';

const RETRY_SECONDS = 2;

/** Answers while the service starts: /livez is 200, all else 503, to the API's clients in their envelope. */
export function answerEarly(request: IncomingMessage, response: ServerResponse, publicUrl: string): void {
  const call = Object.assign(request, { url: originForm(request.url ?? '') });
  response.setHeader('Connection', 'close');
  if (isApi(call) || isPortalCall(call)) {
    const error = new ApiError('overloaded', 'The service is starting', { retryAfterSeconds: RETRY_SECONDS });
    const headers = [...apiHeaders(publicUrl), 'X-SVC-Request-Id', newRequestId(), ...errorHeaders(error)];
    sendJson(response, error.status, headers, errorText(error));
  } else {
    const isLive = call.url === '/livez';
    response.writeHead(isLive ? 200 : 503, {
      ...PLAIN_HEADERS,
      ...(isLive ? {} : { 'Retry-After': String(RETRY_SECONDS) }),
    });
    response.end(isLive ? 'ok\n' : 'starting\n');
  }
  request.resume();
}
