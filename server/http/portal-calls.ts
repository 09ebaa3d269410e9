import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod/mini';
import { exact } from '#contract/exact.ts';
import { openPortal, ratePortalTicket as rate, readPortalComments as older } from '#contract/portal-page.ts';
import { networkOf } from '#server/audit/network-of.ts';
import { readPortalComments } from '#server/portal/portal-comments.ts';
import { ratePortalTicket } from '#server/portal/portal-rating.ts';
import { openPortalSession, PortalAnswer, type PortalContext } from '#server/portal/portal-session.ts';
import { UnverifiedReads } from '#server/tokens/unverified-reads.ts';
import { AddressAllowance } from './limits/address-allowance.ts';
import { JSON_TYPE } from './api-headers.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { clientAddress } from './client-address.ts';
import { discardBody } from './read-body.ts';
import { userAgentOf } from './exchange.ts';
import { newRequestId } from './request-id.ts';
import { parseBody, receiveBody } from './run-operation.ts';
import { sendFailure } from './send-failure.ts';
import type { Service } from './service.ts';
import { envelopePieces, replyForm } from './streams/json-pieces.ts';
import { sendPieces } from './streams/send-pieces.ts';

const FAILED_ATTEMPTS_PER_MINUTE = 10;
const ROUTE_PATHS: ReadonlySet<string> = new Set(['/portal/session', '/portal/comments', '/portal/rating']);

interface PortalCall {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly now: Date;
  readonly address: string;
}

interface Route {
  readonly name: string;
  readonly reply: z.ZodMiniType;
  /** Counts failed attempts by address. */
  readonly failed: AddressAllowance;
  readonly run: (context: PortalContext, call: PortalCall, bytes: Uint8Array) => Promise<unknown>;
}

export function isPortalCall({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/portal/') && ROUTE_PATHS.has(pathOf(url));
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/**
 * Serves the calls of the customer's page: no bearer token, but the API's envelope and headers. After ten invalid links a
 * minute from one address, further invalid ones get 429; valid ones pass, since many customers may share an address. See
 * docs/api.md, "Portal page".
 */
export class PortalCalls {
  readonly #service: Service;
  readonly #reads = new UnverifiedReads();
  readonly #routes: ReadonlyMap<string, Route> = new Map<string, Route>([
    [
      '/portal/session',
      {
        name: 'portal/session',
        reply: openPortal.reply,
        failed: new AddressAllowance(FAILED_ATTEMPTS_PER_MINUTE),
        run: async (context, _, bytes) => openPortalSession(context, parseBody(openPortal.body, bytes)),
      },
    ],
    [
      '/portal/comments',
      {
        name: 'portal/comments',
        reply: older.reply,
        failed: new AddressAllowance(FAILED_ATTEMPTS_PER_MINUTE),
        run: async (context, _, bytes) => readPortalComments(context, parseBody(older.body, bytes)),
      },
    ],
    [
      '/portal/rating',
      {
        name: 'portal/rating',
        reply: rate.reply,
        failed: new AddressAllowance(FAILED_ATTEMPTS_PER_MINUTE),
        run: async (context, { requestId, address, request }, bytes) => {
          const visitor = { requestId, network: networkOf(address), userAgent: userAgentOf(request) };
          return ratePortalTicket(context, parseBody(rate.body, bytes), visitor);
        },
      },
    ],
  ]);

  constructor(service: Service) {
    this.#service = service;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const service = this.#service;
    const startedMs = performance.now();
    const now = service.clock.now();
    const address = clientAddress(request, service.config.trustProxy);
    const call: PortalCall = { request, requestId: newRequestId(), now, address };
    const route = this.#routes.get(pathOf(request.url ?? ''));
    const headers = [...service.headers, 'X-SVC-Request-Id', call.requestId];
    try {
      await this.#answer(route, call, response, headers);
    } catch (error) {
      sendFailure(service.log, { ...call, response }, headers, error);
    } finally {
      discardBody(request);
      this.#report(call, route?.name ?? 'other', response.statusCode, performance.now() - startedMs);
    }
  }

  async #answer(
    route: Route | undefined,
    call: PortalCall,
    response: ServerResponse,
    headers: string[],
  ): Promise<void> {
    if (route === undefined) throw new ApiError('not_found', 'There is no such address');
    if (call.request.method !== 'POST') {
      throw new ApiError('method_not_allowed', `${route.name} takes POST`, { headers: { Allow: 'POST' } });
    }
    const reply = await this.#try(route, call);
    const promised = this.#service.checksReplies ? exact(route.reply, { extensions: true }) : null;
    const form = replyForm(null, promised, rethrow);
    const [value, siteId] = reply instanceof PortalAnswer ? [reply.reply.value, reply.siteId] : [reply, null];
    await sendPieces(response, envelopePieces(value, form, { items: 0 }), {
      headers: [...headers, 'Content-Type', JSON_TYPE],
      isHead: false,
      takePlace: () => {
        if (siteId === null) throw new Error(`${route.name} has a longer reply than it may have`);
        return this.#service.largeAnswers.take(siteId, response);
      },
      beforeEnd: async () => undefined,
    });
  }

  /** @throws ApiError rate_limited instead of not_found after too many failed attempts of the address */
  async #try({ failed, run }: Route, call: PortalCall): Promise<unknown> {
    const { database, keys } = this.#service;
    const { now, address } = call;
    const lookUp: PortalContext['lookUp'] = (secret, read) => this.#reads.read(secret, address, read);
    try {
      return await run({ database, keys, now, lookUp }, call, await receiveBody(call));
    } catch (error) {
      // Other errors mean that the link itself is valid.
      if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
      const retryAfterSeconds = failed.count(address, now.getTime());
      if (retryAfterSeconds === null) throw error;
      throw new ApiError('rate_limited', 'Too many attempts: wait a moment', { retryAfterSeconds });
    }
  }

  #report({ request, requestId, address }: PortalCall, name: string, status: number, ms: number): void {
    const method = request.method ?? '';
    this.#service.metrics.countCall(name, method, status, ms);
    const rounded = Math.round(ms * 10) / 10;
    const network = networkOf(address);
    this.#service.log.info({ request_id: requestId, method, resource: name, status, ms: rounded, network }, 'call');
  }
}

function rethrow(error: z.core.$ZodError): never {
  throw error;
}
