import { LRUCache } from 'lru-cache';
import { subscriberOf } from '#server/audit/network-of.ts';
import { FairSemaphore } from '#server/fair-semaphore.ts';

/** Reads at a time for secrets that this process has not found before. */
const AT_ONCE = 2;

/**
 * Bounds what invented secrets cost. Secrets that were found before are read at once; all others wait for each other,
 * addresses in turns, so that someone who guesses is not in the way of those who have a right secret.
 */
export class UnverifiedReads {
  readonly #found = new LRUCache<string, true>({ max: 10_000 });
  readonly #turns = new FairSemaphore<string>({ capacity: AT_ONCE, share: 0 });

  /**
   * @param address Of the caller.
   * @param read Undefined where the secret is not known.
   */
  async read<Found>(
    secret: string,
    address: string,
    read: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const release = this.#found.get(secret) === true ? null : await this.#turns.acquire(subscriberOf(address), null);
    try {
      const found = await read();
      if (found === undefined) this.#found.delete(secret);
      else this.#found.set(secret, true);
      return found;
    } finally {
      release?.();
    }
  }
}
