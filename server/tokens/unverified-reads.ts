import { LRUCache } from 'lru-cache';
import { subscriberOf } from '#server/audit/network-of.ts';
import { FairSemaphore } from '#server/fair-semaphore.ts';

/** Concurrent reads of secrets that this process has not found before. */
const MAX_CONCURRENT = 2;

/**
 * Limits the cost of invented secrets. Secrets that were found before are read immediately; all others share two places,
 * addresses in turns, so that a guesser does not delay callers with a valid secret.
 */
export class UnverifiedReads {
  readonly #found = new LRUCache<string, true>({ max: 10_000 });
  readonly #turns = new FairSemaphore<string>({ capacity: MAX_CONCURRENT, share: 0 });

  /**
   * @param address The caller's IP address
   * @param read Answers undefined if the secret does not exist
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
