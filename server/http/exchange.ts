import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkOf } from '#server/audit/network-of.ts';
import type { Actor } from '#server/operation/call.ts';
import type { LiveToken } from '#server/tokens/live-token.ts';

/** The state of one call, for its response and its log line. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly now: Date;
  readonly address: string;
  /** Response headers as flat pairs; each step appends its own. */
  readonly headers: string[];
  token: LiveToken | null;
  resource: string;
}

/** The actor of a call. Its fields are lazy, since reads never need them. */
export class RequestActor implements Actor {
  readonly kind = 'token';
  readonly #exchange: Exchange;
  readonly #token: LiveToken;

  constructor(exchange: Exchange, token: LiveToken) {
    this.#exchange = exchange;
    this.#token = token;
  }

  get tokenId(): bigint {
    return this.#token.id;
  }

  get tokenPrefix(): string {
    return this.#token.prefix;
  }

  get label(): string {
    return this.#token.label;
  }

  get agentId(): bigint | null {
    return this.#token.agentId;
  }

  get requestId(): string {
    return this.#exchange.requestId;
  }

  get network(): string | null {
    return networkOf(this.#exchange.address);
  }

  get userAgent(): string | null {
    return userAgentOf(this.#exchange.request);
  }
}

/** The first 120 characters of the User-Agent header. */
export function userAgentOf({ headers }: IncomingMessage): string | null {
  const text = headers['user-agent'];
  return text === undefined ? null : [...text].slice(0, 120).join('').replaceAll('\0', '');
}
