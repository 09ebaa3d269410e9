interface Waiter {
  readonly grant: () => void;
}

/** Grants permits in the order of the requests. */
export class Semaphore {
  readonly #permits: number;
  readonly #waiters = new Set<Waiter>();
  #granted = 0;

  constructor(permits: number) {
    this.#permits = permits;
  }

  get isIdle(): boolean {
    return this.#granted === 0;
  }

  /**
   * Waits for a permit. @returns the release function; calling it again does nothing.
   * @throws the signal's reason if it aborts first
   */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#granted < this.#permits) this.#granted += 1;
    else await this.#wait(signal);
    return this.#releaseOnce();
  }

  /** As `acquire` without waiting; null if no permit is free. */
  tryAcquire(): (() => void) | null {
    if (this.#granted === this.#permits) return null;
    this.#granted += 1;
    return this.#releaseOnce();
  }

  #releaseOnce(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#release();
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiters.delete(waiter);
        reject(signal.reason);
      };
      const waiter = {
        grant: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      this.#waiters.add(waiter);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Passes the permit to the first waiter. */
  #release(): void {
    const [first] = this.#waiters;
    if (first === undefined) {
      this.#granted -= 1;
      return;
    }
    this.#waiters.delete(first);
    first.grant();
  }
}

/** Runs one piece of work at a time for each site; others queue. */
export class PerSiteMutex {
  readonly #sites = new Map<bigint, Semaphore>();

  /** @throws the signal's reason if it aborts before the turn */
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
