import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeJson } from '#contract/json.ts';
import type { McpContext } from '#server/mcp/tool-server.ts';
import { WRITING_TOOLS } from '#server/mcp/tools.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import { identify } from '../admit.ts';
import { sendJson } from '../answer.ts';
import { readBuild } from '../build-info.ts';
import { clientAddress } from '../client-address.ts';
import type { Exchange } from '../exchange.ts';
import { checkParameter, splitQuery } from '../parse-query.ts';
import { discardBody } from '../read-body.ts';
import { readJsonObject } from '../read-json.ts';
import { reportCall } from '../report-call.ts';
import { newRequestId } from '../request-id.ts';
import { receiveBody } from '../run-operation.ts';
import { sendFailure, toLoggedError } from '../send-failure.ts';
import type { Service } from '../service.ts';
import { MessageAllowance } from './message-allowance.ts';
import { TokenOperations } from './token-operations.ts';

const PATH = '/mcp';
/** Headers that the protocol reads, beside its own that begin with `mcp-`. */
const READ_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type']);
const PREFLIGHT = {
  methods: 'POST',
  headers: 'Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-Request-Id',
};

export function isMcpCall({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(PATH) && (url.length === PATH.length || url[PATH.length] === '?');
}

/** Serves the Model Context Protocol at /mcp, with the tokens and the allowance of the API. See docs/mcp.md. */
export class McpCalls {
  readonly #service: Service;
  readonly #origin: string;
  readonly #version = readBuild().version;

  constructor(service: Service) {
    this.#service = service;
    this.#origin = new URL(service.config.publicUrl).origin;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const service = this.#service;
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
      resource: 'mcp',
    };
    const allowance = new MessageAllowance(service, exchange);
    try {
      await this.#answer(exchange, allowance);
    } catch (error) {
      sendFailure(service.log, exchange, [...exchange.headers, ...allowance.headers], error, protocolError);
    } finally {
      discardBody(request);
      const { method = '' } = request;
      reportCall(service, exchange, { method, status: response.statusCode, ms: performance.now() - startedMs });
    }
  }

  async #answer(exchange: Exchange, allowance: MessageAllowance): Promise<void> {
    const { request, response, headers } = exchange;
    const preflight = this.#service.cors.preflightHeaders(request, PREFLIGHT);
    if (preflight !== null) {
      response.writeHead(204, [...headers, ...preflight]);
      response.end();
      return;
    }
    const { origin } = request.headers;
    // A page of another site must not use a token that it got hold of, nor an address that only this browser reaches.
    if (origin !== undefined && origin !== this.#origin && !this.#service.cors.allows(origin)) {
      sendJson(response, 403, headers, protocolText(`Pages of ${origin.slice(0, 100)} may not call ${PATH}`, null));
      return;
    }
    const token = await identify(this.#service, exchange);
    if (request.method !== 'POST') {
      throw new ApiError('method_not_allowed', `${PATH} takes POST: it keeps no session and no stream`, {
        headers: { Allow: 'POST' },
      });
    }
    const body = readJsonObject(await receiveBody(exchange));
    const wantedWrites = readTools(request.url ?? '');
    await allowance.takeFirst(token, body['method'] === 'tools/call');
    const context: McpContext = {
      operations: new TokenOperations(this.#service, exchange, allowance),
      wantedWrites,
      allows: (scope) => token.allows(scope),
      // Errors of operations are logged by now.
      toError: (thrown) =>
        thrown instanceof ApiError ? thrown : toLoggedError(this.#service.log, thrown, exchange.requestId),
      version: this.#version,
    };
    const url = `${this.#service.config.publicUrl}${PATH}`;
    // Loaded with the first message: the protocol's packages take 30 MB, which a service without assistants keeps.
    const { serveMessage } = await import('#server/mcp/serve-message.ts');
    const answer = await serveMessage({ url, headers: protocolHeaders(request), body }, context);
    const text = await answer.text();
    headers.push(...allowance.headers);
    if (text !== '') sendJson(response, answer.status, headers, text);
    else {
      response.writeHead(answer.status, headers);
      response.end();
    }
  }
}

/**
 * The names of `?tools=`. @throws ApiError bad_field for a name that is no writing tool: without it the client would wait for a
 * tool that never comes
 */
function readTools(url: string): ReadonlySet<string> {
  const query = splitQuery(url);
  checkParameter(query, 'tools');
  const names =
    query.values
      .get('tools')
      ?.split(',')
      .map((name) => name.trim()) ?? [];
  if (names.every((name) => WRITING_TOOLS.includes(name))) return new Set(names);
  throw fieldError('tools', `must be a comma-separated list of ${WRITING_TOOLS.join(', ')}`);
}

function protocolHeaders({ headers }: IncomingMessage): Headers {
  const read = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && (READ_HEADERS.has(name) || name.startsWith('mcp-'))) read.set(name, value);
  }
  return read;
}

/** The form of an error before there is an answer of the protocol: its code is that of any server, the API's is beside it. */
function protocolError(error: ApiError): string {
  return protocolText(error.message, error.code);
}

function protocolText(message: string, code: string | null): string {
  const data = code === null ? {} : { data: { code } };
  return writeJson({ jsonrpc: '2.0', id: null, error: { code: -32_000, message, ...data } });
}
