import type { IncomingMessage } from 'node:http';
import { networkOf } from '#server/audit/network-of.ts';
import type { LiveToken } from '#server/tokens/live-token.ts';
import type { Actor } from '#server/operation/call.ts';
import type { Exchange } from './exchange.ts';

/** Who acts in a call; worked out only by those who ask, which reads never do. */
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

/** The first 120 characters of what the client says it is. */
export function userAgentOf({ headers }: IncomingMessage): string | null {
  const text = headers['user-agent'];
  return text === undefined ? null : [...text].slice(0, 120).join('').replaceAll('\0', '');
}
