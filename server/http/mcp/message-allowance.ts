import { ApiError } from '#server/operation/api-error.ts';
import type { LiveToken } from '#server/tokens/live-token.ts';
import { identify, takeCall } from '../admit.ts';
import type { Exchange } from '../exchange.ts';
import type { Service } from '../service.ts';

/** A message takes one call of the token's allowance; a tool that runs several operations takes one for each. */
export class MessageAllowance {
  /** Tell the allowance that is left after the latest call. */
  headers: readonly string[] = [];
  readonly #service: Service;
  readonly #exchange: Exchange;
  #first: LiveToken | ApiError | null = null;

  constructor(service: Service, exchange: Exchange) {
    this.#service = service;
    this.#exchange = exchange;
  }

  /**
   * Takes the call of the message.
   * @param isToolCall A refusal is then an error of the tool, which an agent can read.
   * @throws ApiError rate_limited
   */
  async takeFirst(token: LiveToken, isToolCall: boolean): Promise<void> {
    try {
      this.#first = token;
      await this.#take(token);
    } catch (error) {
      if (!isToolCall || !(error instanceof ApiError)) throw error;
      this.#first = error;
    }
  }

  /** Takes the call of an operation, which is that of the message for the first one. @throws ApiError rate_limited, unauthorized */
  async takeNext(): Promise<LiveToken> {
    const first = this.#first;
    this.#first = null;
    if (first instanceof ApiError) throw first;
    if (first !== null) return first;
    const token = await identify(this.#service, { ...this.#exchange, now: this.#service.clock.now() });
    await this.#take(token);
    return token;
  }

  async #take(token: LiveToken): Promise<void> {
    const headers: string[] = [];
    try {
      await takeCall(this.#service, token, this.#service.clock.now(), headers);
    } finally {
      this.headers = headers;
    }
  }
}
