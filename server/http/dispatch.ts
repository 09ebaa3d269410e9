import type { IncomingMessage, ServerResponse } from 'node:http';
import { recordAudit } from '#server/audit/record-audit.ts';
import type { LiveToken } from '#server/tokens/live-token.ts';
import { sendJson } from './answer.ts';
import { JSON_TYPE } from './api-headers.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import { identify, takeCall } from './admit.ts';
import { clientAddress } from './client-address.ts';
import { csvHeaders, csvPieces, type CsvFile } from './csv.ts';
import { RequestActor, type Exchange } from './exchange.ts';
import { findOperation } from './find-operation.ts';
import { readResource, splitQuery, type RawQuery } from './parse-query.ts';
import { discardBody } from './read-body.ts';
import { reportCall } from './report-call.ts';
import { newRequestId } from './request-id.ts';
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
    const { method = '' } = request;
    reportCall(service, exchange, { method, status: response.statusCode, ms: performance.now() - startedMs });
  }
}

async function answer(service: Service, exchange: Exchange): Promise<void> {
  const { request, response, headers, now } = exchange;
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

  const token = await identify(service, exchange);
  await takeCall(service, token, now, headers);

  const query = splitQuery(url);
  const name = named === undefined ? readResource(query) : withoutResource(query, named);
  const found = findOperation(service, exchange, token, { method: request.method ?? '', name, query });
  const reply = await runOperation(service, exchange, found, token, query);
  // A write has happened by now, so its response never waits for a place, however long it is.
  if ('text' in reply && (reply.text.length < LARGE_CHARACTERS || found.served.row.method !== 'GET')) {
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
