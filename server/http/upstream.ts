import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { errorHeaders, errorText, sendJson } from './answer.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { describeError, type Log } from './log.ts';
import { discardBody } from './read-body.ts';
import { newRequestId } from './request-id.ts';
import type { HttpConfig } from '#server/operation/http-config.ts';

const REQUEST_HEADERS = ['authorization', 'content-type', 'idempotency-key', 'x-request-id', 'accept'] as const;
const RESPONSE_HEADERS = [
  'content-type',
  'content-disposition',
  'x-svc-request-id',
  'ratelimit-policy',
  'ratelimit',
  'retry-after',
  'www-authenticate',
  'allow',
] as const;
const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];
const TIMEOUT_MS = 60_000;
const CHECK_MS = 2_000;

/** The forwarded paths, compared literally: other spellings are refused. */
const PATHS: ReadonlySet<string> = new Set([
  '/v1',
  '/v1/api.ashx',
  ...Object.values<Operation>(OPERATIONS).flatMap(({ resource, aliases }) =>
    [resource, ...aliases].map((name) => `/v1/${name}`),
  ),
]);

interface Parts {
  readonly config: HttpConfig;
  readonly headers: readonly string[];
  readonly log: Log;
}

/**
 * With UPSTREAM_BASE_URL: forwards a call to the hosted service and returns its response. A redirect is returned without its
 * Location and never followed.
 */
export async function forwardCall(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { config, headers, log } = parts;
  const requestId = newRequestId();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const refuse = (refusal: ApiError) => {
    const all = [...headers, 'X-SVC-Request-Id', requestId, ...errorHeaders(refusal)];
    sendJson(response, refusal.status, all, errorText(refusal));
  };
  try {
    const { method = '' } = request;
    const url = upstreamUrl(config.upstreamBaseUrl ?? '', request.url ?? '');
    if (url === null) {
      refuse(new ApiError('unknown_resource', 'Only /v1, /v1/api.ashx and /v1/NAME of a resource are forwarded'));
      return;
    }
    if (!METHODS.includes(method)) {
      const allow = METHODS.join(', ');
      refuse(new ApiError('method_not_allowed', `The API takes ${allow}`, { headers: { Allow: allow } }));
      return;
    }
    const answer = await fetch(url, {
      method,
      headers: pick(request, REQUEST_HEADERS),
      redirect: 'manual',
      signal: AbortSignal.any([gone.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      ...bodyOf(request),
    });
    const kept = RESPONSE_HEADERS.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [name, value];
    });
    const own = kept.includes('x-svc-request-id') ? [] : ['X-SVC-Request-Id', requestId];
    response.writeHead(answer.status, [...headers, ...own, ...kept]);
    if (answer.body === null || request.method === 'HEAD') response.end();
    else await pipeline(answer.body, response);
  } catch (error) {
    if (gone.signal.aborted) return;
    log.warn({ request_id: requestId, ...describeError(error) }, 'the upstream service did not answer');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    refuse(new ApiError('overloaded', 'The service behind this dashboard is not answering', { retryAfterSeconds: 5 }));
  } finally {
    discardBody(request);
  }
}

/** Whether the hosted service answers. Its refusal of a call without a token is an answer, an error of its proxy is not. */
export async function checkUpstream(base: string, log: Log): Promise<boolean> {
  const url = upstreamUrl(base, '/v1/whoami');
  if (url === null) throw new Error('/v1/whoami is not forwarded');
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(CHECK_MS) });
    await answer.body?.cancel();
    if (answer.status < 500) return true;
    log.warn({ status: answer.status }, 'not ready: the upstream service fails');
  } catch (error) {
    log.warn(describeError(error), 'not ready: the upstream service does not answer');
  }
  return false;
}

/**
 * The address of a call at the hosted service; null for a path outside the API.
 * @param base With or without the version segment at its end.
 */
export function upstreamUrl(base: string, target: string): URL | null {
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  if (!PATHS.has(path)) return null;
  const url = new URL(base);
  const folder = url.pathname.replace(/\/+$/, '');
  url.pathname = (folder.endsWith('/v1') ? folder.slice(0, -'/v1'.length) : folder) + path;
  url.search = queryAt === -1 ? '' : target.slice(queryAt);
  return url;
}

function pick(request: IncomingMessage, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = request.headers[name];
    if (typeof value === 'string') picked[name] = value;
  }
  return picked;
}

function bodyOf(request: IncomingMessage): { body?: ReadableStream; duplex?: 'half' } {
  const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
  if (!hasBody || request.method === 'GET' || request.method === 'HEAD') return {};
  return { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' };
}
