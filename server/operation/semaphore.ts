interface Waiter {
  readonly grant: () => void;
}

/** Grants so many permits at a time, in the order in which they were asked for. */
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
   * Resolves when a permit is granted, with what gives it back; a second call of that does nothing.
   * @throws the signal's reason where that comes first.
   */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#granted < this.#permits) this.#granted += 1;
    else await this.#wait(signal);
    return this.#releaseOnce();
  }

  /** The same without waiting: null where none is left. */
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

  /** The permit goes to the first who waits. */
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
