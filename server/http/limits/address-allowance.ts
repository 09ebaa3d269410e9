import { LRUCache } from 'lru-cache';
import { subscriberOf } from '#server/audit/network-of.ts';
import { isOver, secondsLeft } from './rate-limit.ts';

/**
 * Limits calls per minute and address. On IPv6 it counts by the subscriber's network, since one client has far too many
 * addresses.
 */
export class AddressAllowance {
  readonly #windows = new LRUCache<string, { startMs: number; count: number }>({ max: 10_000 });
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns null within the allowance, else the seconds to wait. */
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
