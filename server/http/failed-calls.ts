import { LRUCache } from 'lru-cache';
import { networkOf, subscriberOf } from '#server/audit/network-of.ts';
import { isOver, secondsLeft } from './rate-limit.ts';

const LIMIT = 60;
const MOST_BURSTS = 1000;

/**
 * Well-formed tokens that nobody knows, counted by address: 60 a minute, then 429 for those alone. Keyed by the
 * subscriber's network on IPv6, where one sender has more addresses than could be counted.
 */
export class FailedCalls {
  private readonly windows = new LRUCache<string, { startMs: number; count: number }>({ max: 10_000 });
  private readonly bursts = new Map<string, number>();

  /** Answers null while the address is within its allowance, else the seconds to wait. */
  count(address: string, nowMs: number): number | null {
    const key = subscriberOf(address);
    let window = this.windows.get(key);
    if (window === undefined || isOver(window.startMs, nowMs)) {
      window = { startMs: nowMs, count: 0 };
      this.windows.set(key, window);
    }
    window.count += 1;
    if (window.count <= LIMIT) return null;
    this.noteBurst(address);
    return secondsLeft(window.startMs, nowMs);
  }

  /** Networks that went beyond their allowance since this was asked last, and how many of their calls were refused so. */
  takeBursts(): { readonly network: string; readonly calls: number }[] {
    const bursts = [...this.bursts].map(([network, calls]) => ({ network, calls }));
    this.bursts.clear();
    return bursts;
  }

  private noteBurst(address: string): void {
    const network = networkOf(address) ?? 'unknown';
    const calls = this.bursts.get(network);
    if (calls !== undefined || this.bursts.size < MOST_BURSTS) this.bursts.set(network, (calls ?? 0) + 1);
  }
}
