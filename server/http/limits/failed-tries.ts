import { LRUCache } from 'lru-cache';
import { subscriberOf } from '#server/audit/network-of.ts';
import { Semaphore } from '#server/operation/semaphore.ts';
import { isOver, secondsLeft } from './rate-limit.ts';

/** Thrown instead of a try where the address has failed too often. */
export class TooManyTries extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('too many failed tries');
    this.name = 'TooManyTries';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface Window {
  readonly startMs: number;
  /** A try that fails keeps its permit. */
  readonly permits: Semaphore;
  /** Aborted with the last failure there is room for. */
  readonly usedUp: AbortController;
  failed: number;
}

interface Options {
  /** Failures a minute and address. */
  readonly limit: number;
  readonly isFailure: (error: unknown) => boolean;
}

/**
 * Limits the failed tries of an address in a minute; successful ones are not counted. As many tries run at a time
 * as may still fail, and the others wait for them, so that guesses sent at once are no way around the limit. Keyed by
 * the subscriber's network on IPv6, where one sender has more addresses than could be counted.
 */
export class FailedTries {
  readonly #windows = new LRUCache<string, Window>({ max: 10_000 });
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws TooManyTries when the address has used up its failures, before any work is done for it. */
  check(address: string, nowMs: number): void {
    const { usedUp, startMs } = this.#windowOf(address, nowMs);
    if (usedUp.signal.aborted) throw new TooManyTries(secondsLeft(startMs, nowMs));
  }

  /** @throws TooManyTries, and what `work` throws. */
  async run<Result>(address: string, nowMs: number, work: () => Promise<Result>): Promise<Result> {
    const window = this.#windowOf(address, nowMs);
    const release = await window.permits.acquire(window.usedUp.signal).catch(() => {
      throw new TooManyTries(secondsLeft(window.startMs, nowMs));
    });
    try {
      const result = await work();
      release();
      return result;
    } catch (error) {
      if (this.#options.isFailure(error)) this.#countFailure(window);
      else release();
      throw error;
    }
  }

  #countFailure(window: Window): void {
    window.failed += 1;
    if (window.failed === this.#options.limit) window.usedUp.abort();
  }

  #windowOf(address: string, nowMs: number): Window {
    const key = subscriberOf(address);
    const known = this.#windows.get(key);
    if (known !== undefined && !isOver(known.startMs, nowMs)) return known;
    const { limit } = this.#options;
    const window = { startMs: nowMs, permits: new Semaphore(limit), usedUp: new AbortController(), failed: 0 };
    this.#windows.set(key, window);
    return window;
  }
}
