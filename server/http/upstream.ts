import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorHeaders, errorText, sendJson } from './answer.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { describeError, type Log } from './log.ts';
import { discardBody } from './read-body.ts';
import { newRequestId } from './request-id.ts';
import type { HttpConfig } from '#server/operation/http-config.ts';

const SENT = ['authorization', 'content-type', 'idempotency-key', 'x-request-id', 'accept'] as const;
const ANSWERED = [
  'content-type',
  'content-disposition',
  'x-svc-request-id',
  'ratelimit-policy',
  'ratelimit',
  'retry-after',
  'www-authenticate',
  'allow',
] as const;
const TIMEOUT_MS = 60_000;

interface Parts {
  readonly config: HttpConfig;
  readonly headers: readonly string[];
  readonly log: Log;
}

/** With UPSTREAM_BASE_URL: a call under /v1 goes to the hosted service and its answer comes back, redirects and all. */
export async function forwardCall(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { config, headers, log } = parts;
  const requestId = newRequestId();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const answer = await fetch(upstreamUrl(config.upstreamBaseUrl ?? '', request.url ?? ''), {
      method: request.method ?? 'GET',
      headers: pick(request, SENT),
      redirect: 'manual',
      signal: AbortSignal.any([gone.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      ...bodyOf(request),
    });
    const passedOn = ANSWERED.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [name, value];
    });
    const own = passedOn.includes('x-svc-request-id') ? [] : ['X-SVC-Request-Id', requestId];
    response.writeHead(answer.status, [...headers, ...own, ...passedOn]);
    if (answer.body === null || request.method === 'HEAD') response.end();
    else await pipeline(answer.body, response);
  } catch (error) {
    if (gone.signal.aborted) return;
    log.warn({ request_id: requestId, ...describeError(error) }, 'the upstream service did not answer');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const refusal = new ApiError('overloaded', 'The service behind this dashboard is not answering', {
      retryAfterSeconds: 5,
    });
    const all = [...headers, 'X-SVC-Request-Id', requestId, ...errorHeaders(refusal)];
    sendJson(response, refusal.status, all, errorText(refusal));
  } finally {
    discardBody(request);
  }
}

/** A base address ends with the version segment; one that does not yet is given it. */
export function upstreamUrl(base: string, url: string): string {
  const trimmed = base.replace(/\/+$/, '');
  const rest = url.slice('/v1'.length);
  return trimmed.endsWith('/v1') ? trimmed + rest : `${trimmed}/v1${rest}`;
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
