import { LRUCache } from 'lru-cache';
import { subscriberOf } from '#server/audit/network-of.ts';
import { isOver, secondsLeft } from './rate-limit.ts';

/**
 * Limits how often an address may call in a minute. Keyed by the subscriber's network on IPv6, where one sender has more
 * addresses than could be counted.
 */
export class AddressAllowance {
  readonly #windows = new LRUCache<string, { startMs: number; count: number }>({ max: 10_000 });
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Answers null while the address is within its allowance, else the seconds to wait. */
  count(address: string, nowMs: number): number | null {
    const key = subscriberOf(address);
    let window = this.#windows.get(key);
    if (window === undefined || isOver(window.startMs, nowMs)) {
      window = { startMs: nowMs, count: 0 };
      this.#windows.set(key, window);
    }
    window.count += 1;
    return window.count <= this.#limit ? null : secondsLeft(window.startMs, nowMs);
  }
}
