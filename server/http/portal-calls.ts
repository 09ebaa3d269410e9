import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod/mini';
import { exact } from '#contract/exact.ts';
import { openPortal, ratePortalTicket as rate } from '#contract/portal-page.ts';
import { networkOf } from '#server/audit/network-of.ts';
import { ratePortalTicket } from '#server/portal/portal-rating.ts';
import { openPortalSession } from '#server/portal/portal-session.ts';
import { AddressAllowance } from '#server/http/limits/address-allowance.ts';
import { errorHeaders, errorText, sendJson } from './answer.ts';
import { JSON_TYPE } from './api-headers.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { StreamedReply } from '#server/operation/streamed-reply.ts';
import { clientAddress } from './client-address.ts';
import { describeError } from './log.ts';
import { discardBody } from './read-body.ts';
import { userAgentOf } from './request-actor.ts';
import { newRequestId } from './request-id.ts';
import { parseBody, receiveBody } from './run-operation.ts';
import type { Service } from './service.ts';
import { envelopePieces, replyForm } from './streams/json-pieces.ts';
import { sendPieces } from './streams/send-pieces.ts';
import { toApiError } from './to-api-error.ts';

const TRIES_PER_MINUTE = 10;
const ROUTE_PATHS: ReadonlySet<string> = new Set(['/portal/session', '/portal/rating']);

interface PortalCall {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly now: Date;
  readonly address: string;
}

interface PortalAnswer {
  /** Whose places a large answer takes; null for one that is never large. */
  readonly siteId: bigint | null;
  readonly reply: unknown;
}

interface Route {
  readonly name: string;
  readonly reply: z.ZodMiniType;
  readonly tries: AddressAllowance;
  readonly run: (call: PortalCall, bytes: Uint8Array) => Promise<PortalAnswer>;
}

/** Whether the address is one that the customer's page calls. */
export function isPortalCall({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/portal/') && ROUTE_PATHS.has(pathOf(url));
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/**
 * The two calls of the customer's page: no bearer token, the API's envelope and headers, ten tries a minute and address
 * for each. See docs/api.md, "Portal page".
 */
export class PortalCalls {
  readonly #service: Service;
  readonly #routes: ReadonlyMap<string, Route>;

  constructor(service: Service) {
    const { database, keys } = service;
    this.#service = service;
    this.#routes = new Map<string, Route>([
      [
        '/portal/session',
        {
          name: 'portal/session',
          reply: openPortal.reply,
          tries: new AddressAllowance(TRIES_PER_MINUTE),
          run: ({ now }, bytes) => openPortalSession({ database, keys, now }, parseBody(openPortal.body, bytes)),
        },
      ],
      [
        '/portal/rating',
        {
          name: 'portal/rating',
          reply: rate.reply,
          tries: new AddressAllowance(TRIES_PER_MINUTE),
          run: async ({ now, requestId, address, request }, bytes) => {
            const visitor = { requestId, network: networkOf(address), userAgent: userAgentOf(request) };
            const reply = await ratePortalTicket({ database, keys, now }, parseBody(rate.body, bytes), visitor);
            return { siteId: null, reply };
          },
        },
      ],
    ]);
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
    } catch (thrown) {
      const error = toApiError(thrown, call.requestId);
      if (error.status >= 500) service.log.error({ request_id: call.requestId, ...describeError(thrown) }, error.code);
      // Half an answer is on its way: only a broken connection shows the reader that the rest is missing.
      if (response.headersSent) response.destroy();
      else sendJson(response, error.status, [...headers, ...errorHeaders(error)], errorText(error));
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
    const wait = route.tries.count(call.address, call.now.getTime());
    if (wait !== null) {
      throw new ApiError('rate_limited', 'Too many attempts: wait a moment', { retryAfterSeconds: wait });
    }
    const { siteId, reply } = await route.run(call, await receiveBody(call));
    const value = reply instanceof StreamedReply ? reply.value : reply;
    const promised = this.#service.checksReplies ? exact(route.reply, { extensions: true }) : null;
    await sendPieces(response, envelopePieces(value, replyForm(null, promised, rethrow), { items: 0 }), {
      headers: [...headers, 'Content-Type', JSON_TYPE],
      isHead: false,
      takePlace: async () => (siteId === null ? () => undefined : this.#service.largeAnswers.take(siteId, response)),
      beforeEnd: async () => undefined,
    });
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
