import { Semaphore } from './semaphore.ts';

/** Work of which each site has one piece at a time; what comes meanwhile waits behind it. */
export class OneASite {
  readonly #sites = new Map<bigint, Semaphore>();

  /** @throws the signal's reason where it comes before the turn. */
  async run<Result>(siteId: bigint, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const site = this.#sites.get(siteId) ?? new Semaphore(1);
    this.#sites.set(siteId, site);
    try {
      const release = await site.acquire(signal);
      try {
        return await work();
      } finally {
        release();
      }
    } finally {
      if (site.isIdle) this.#sites.delete(siteId);
    }
  }
}
