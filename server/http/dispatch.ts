import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkOf } from '#server/audit/network-of.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import type { LiveToken } from '#server/tokens/live-token.ts';
import { sendJson } from './answer.ts';
import { JSON_TYPE } from './api-headers.ts';
import { ApiError, insufficientScope } from '#server/operation/api-error.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import { authenticate } from './authenticate.ts';
import { clientAddress } from './client-address.ts';
import { csvHeaders, csvPieces, type CsvFile } from './csv.ts';
import { RequestActor, type Exchange } from './exchange.ts';
import { chooseByQuery, type ServedMethod } from './operation-table.ts';
import { readResource, splitQuery, type RawQuery } from './parse-query.ts';
import { discardBody } from './read-body.ts';
import { isRequestId, newRequestId } from './request-id.ts';
import { runOperation, type Answer } from './run-operation.ts';
import { sendFailure } from './send-failure.ts';
import type { Service } from './service.ts';
import { sendLargeText, sendPieces, type PieceOptions } from './streams/send-pieces.ts';
import { LARGE_CHARACTERS } from './streams/large-answers.ts';

/** Handles one request under /v1. Its checks run in the order of docs/api.md, "Order of checks". */
export async function dispatch(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const startedMs = performance.now();
  const requestId = newRequestId();
  const exchange: Exchange = {
    request,
    response,
    requestId,
    now: service.clock.now(),
    address: clientAddress(request, service.config.trustProxy),
    headers: service.headers.concat('X-SVC-Request-Id', requestId, service.cors.headersFor(request)),
    token: null,
    resource: 'other',
  };
  try {
    await answer(service, exchange);
  } catch (error) {
    sendFailure(service.log, exchange, exchange.headers, error);
  } finally {
    discardBody(request);
    report(service, exchange, performance.now() - startedMs);
  }
}

async function answer(service: Service, exchange: Exchange): Promise<void> {
  const { request, response, headers, now } = exchange;
  const nowMs = now.getTime();
  const preflight = service.cors.preflightHeaders(request);
  if (preflight !== null) {
    response.writeHead(204, [...headers, ...preflight]);
    response.end();
    return;
  }
  const url = request.url ?? '';
  if (request.headers.host === undefined && request.httpVersionMinor === 1) {
    throw new ApiError('bad_request', 'HTTP/1.1 needs a Host header');
  }
  if (service.openapi !== null && isOpenapi(request)) {
    sendJson(response, 200, headers, service.openapi());
    return;
  }
  const isDispatched = isApiPath(url);
  const named = isDispatched || !service.config.extensions ? undefined : resourceOfPath(url);
  if (!isDispatched && named === undefined) throw new ApiError('unknown_resource', 'There is no such path in the API');

  const found = authenticate(service, request.headers.authorization, exchange.address, nowMs);
  const token = found instanceof Promise ? await found : found;
  exchange.token = token;
  const taken = service.rateLimit.take(token, nowMs);
  const allowance = taken instanceof Promise ? await taken : taken;
  headers.push(
    'RateLimit-Policy',
    `"token";q=${token.rateLimitPerMin};w=60`,
    'RateLimit',
    `"token";r=${allowance.remaining};t=${allowance.resetSeconds}`,
  );
  if (!allowance.isGranted) {
    throw new ApiError('rate_limited', `This token may make ${token.rateLimitPerMin} calls a minute`, {
      retryAfterSeconds: allowance.resetSeconds,
    });
  }
  service.tokens.use.count(token, nowMs);

  const query = splitQuery(url);
  const rows = findRows(service, exchange, named === undefined ? readResource(query) : withoutResource(query, named));
  // All rows of a method have the same scope, which is checked before query and body.
  const { scope } = rows[0].row;
  if (scope !== 'any' && !token.allows(scope)) throw insufficientScope(scope);

  const served = chooseByQuery(rows, query);
  const reply = await runOperation(service, exchange, { rows, served }, token, query);
  // A write has happened by now, so its response never waits for a place, however long it is.
  if ('text' in reply && (reply.text.length < LARGE_CHARACTERS || served.row.method !== 'GET')) {
    sendJson(response, 200, headers, reply.text);
  } else await sendLarge(service, exchange, reply, token);
}

/** Sends a response that may need a place of `LargeAnswers`. */
async function sendLarge(service: Service, exchange: Exchange, reply: Answer, token: LiveToken): Promise<void> {
  const { response, headers, request } = exchange;
  const isHead = request.method === 'HEAD';
  const takePlace = () => service.largeAnswers.take(token.site.id, response);
  const shared = { isHead, takePlace };
  const json = [...headers, 'Content-Type', JSON_TYPE];
  if ('text' in reply) await sendLargeText(response, reply.text, { ...shared, headers: json });
  else if ('csv' in reply) await exportCsv(service, exchange, reply, { ...shared, token });
  else {
    const { pieces, progress, beforeEnd } = reply;
    await sendPieces(response, pieces, {
      ...shared,
      headers: json,
      beforeEnd: async (isWhole) => beforeEnd?.(progress.items, isWhole),
    });
  }
}

/** Streams a list as a file, and records the list and its number of rows in the audit log. */
async function exportCsv(
  service: Service,
  exchange: Exchange,
  file: CsvFile,
  { token, ...shared }: Pick<PieceOptions, 'isHead' | 'takePlace'> & { readonly token: LiveToken },
): Promise<void> {
  const { response, headers, now } = exchange;
  const progress = { items: 0 };
  const beforeEnd = (isWhole: boolean) =>
    recordAudit(
      service.database.forSite(token.site.id),
      token.site,
      {
        action: 'csv.export',
        objectType: 'list',
        objectId: file.file,
        changes: [{ field: 'rows', from: null, to: progress.items }],
        outcome: isWhole ? 'ok' : 'failed',
      },
      { actor: new RequestActor(exchange, token), now },
    );
  const pieces = csvPieces(file, progress);
  await sendPieces(response, pieces, { ...shared, headers: [...headers, ...csvHeaders(file, now)], beforeEnd });
}

function isApiPath(url: string): boolean {
  return url.startsWith('/v1/api.ashx') && (url.length === 12 || url.charCodeAt(12) === 63);
}

/** The name in `/v1/NAME`, which means the same as `/v1/api.ashx?resource=NAME`: OpenAPI knows no dispatch by query. */
function resourceOfPath(url: string): string | undefined {
  return /^\/v1\/([a-z_]+)(?:\?|$)/.exec(url)?.[1];
}

/** @throws ApiError bad_field if the query names a resource beside the one in the path */
function withoutResource(query: RawQuery, named: string): string {
  if (readResource(query) !== undefined) throw fieldError('resource', `is ${named} by the path`);
  return named;
}

/** The OpenAPI document needs no token: it contains no data of a site. */
function isOpenapi({ url = '', method }: IncomingMessage): boolean {
  return url.split('?', 1)[0] === '/v1/openapi.json' && (method === 'GET' || method === 'HEAD');
}

function findRows(service: Service, exchange: Exchange, name: string | undefined): ServedMethod {
  if (name === undefined) throw new ApiError('missing_field', 'resource is required');
  const resource = service.table.get(name);
  if (resource === undefined) throw new ApiError('unknown_resource', 'There is no such resource');
  const method = exchange.request.method === 'HEAD' ? 'GET' : (exchange.request.method ?? '');
  const rows = resource.methods.get(method);
  if (rows === undefined) {
    throw new ApiError('method_not_allowed', `${name} takes ${resource.allow}`, { headers: { Allow: resource.allow } });
  }
  exchange.resource = rows[0].row.resource;
  return rows;
}

function report(service: Service, exchange: Exchange, ms: number): void {
  const { request, response, resource, token } = exchange;
  const method = request.method ?? '';
  const status = response.statusCode;
  service.metrics.countCall(resource, method, status, ms);
  const incoming = request.headers['x-request-id'];
  service.log.info(
    {
      request_id: exchange.requestId,
      method,
      resource,
      status,
      ms: Math.round(ms * 10) / 10,
      network: networkOf(exchange.address),
      ...(token === null ? {} : { token_id: token.id, token_prefix: token.prefix, site_id: token.site.id }),
      ...(typeof incoming === 'string' && isRequestId(incoming) ? { client_request_id: incoming } : {}),
    },
    'call',
  );
}
