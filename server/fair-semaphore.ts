/** Releases what was acquired; a second call does nothing. @param spent Cost of the use in any unit, such as milliseconds. */
type Release = (spent?: number) => void;

interface Waiter {
  readonly amount: number;
  readonly grant: () => void;
}

/** How full a semaphore is. */
export interface SemaphoreLoad {
  /** 1 if nothing is left for any key. */
  readonly used: number;
  /** 1 if the key that holds most has to wait for more. */
  readonly largest: number;
  readonly waiting: number;
}

interface Limits {
  /** Capacity for all keys. A lone key may hold all of it. */
  readonly capacity: number;
  /** A key below its share never waits for keys that hold more. By default a quarter of `capacity`; 0 means strict turns. */
  readonly share?: number;
  /** Upper bound, shares included. By default `capacity` and four more shares. */
  readonly most?: number;
  /** A key that has spent nothing for a while may spend this much before it waits for the turns of others. By default 0. */
  readonly credit?: number;
}

/**
 * A fair semaphore keyed by site: a lone site may take all of it, and a site below its share does not wait for those that
 * hold more. The waiting site that holds least is next; among equals, the one that has spent least or was granted
 * something longest ago. So slow or large work of one site never delays another (docs/operating.md, "Fairness between
 * sites").
 */
export class FairSemaphore<Key = bigint> {
  readonly #capacity: number;
  readonly #share: number;
  readonly #most: number;
  readonly #credit: number;
  readonly #held = new Map<Key, number>();
  /** Oldest first within a key. */
  readonly #waiters = new Map<Key, Set<Waiter>>();
  /**
   * Virtual time of each key, as in stride scheduling. A new key starts at the time of the last grant less its credit, so
   * no key saves up turns and none starves.
   */
  readonly #spent = new Map<Key, number>();
  #spentByLast = 0;
  #total = 0;

  constructor({
    capacity,
    share = Math.max(1, Math.floor(capacity / 4)),
    most = capacity + 4 * share,
    credit = 0,
  }: Limits) {
    this.#capacity = capacity;
    this.#share = share;
    this.#most = most;
    this.#credit = credit;
  }

  /** Amount held by all keys together. */
  get held(): number {
    return this.#total;
  }

  heldBy(key: Key): number {
    return this.#held.get(key) ?? 0;
  }

  /** Number of waiters. */
  get waiting(): number {
    let count = 0;
    for (const line of this.#waiters.values()) count += line.size;
    return count;
  }

  load(): SemaphoreLoad {
    const largest = Math.max(0, ...this.#held.values());
    return { used: this.#total / this.#most, largest: largest / this.#capacity, waiting: this.waiting };
  }

  /** Amount held by each key that holds anything. */
  holders(): ReadonlyMap<Key, number> {
    return this.#held;
  }

  /**
   * Waits until the amount is granted. @returns the release function.
   * @param signal Null to wait as long as it takes.
   * @throws the signal's reason if it aborts first.
   */
  async acquire(key: Key, signal: AbortSignal | null, amount = 1): Promise<Release> {
    signal?.throwIfAborted();
    if (this.#waiters.has(key) || !this.#hasRoom(key, amount)) await this.#wait(key, amount, signal);
    else this.#take(key, amount);
    return this.#releaseOnce(key, amount);
  }

  /** As `acquire`, without waiting: null if it would have to. */
  tryAcquire(key: Key, amount = 1): Release | null {
    if (this.#waiters.has(key) || !this.#hasRoom(key, amount)) return null;
    this.#take(key, amount);
    return this.#releaseOnce(key, amount);
  }

  #hasRoom(key: Key, amount: number): boolean {
    const held = this.heldBy(key) + amount;
    if (held <= this.#share) return this.#total + amount <= this.#most;
    return this.#total + amount <= this.#capacity && this.#waiters.size === 0;
  }

  #take(key: Key, amount: number): void {
    this.#held.set(key, this.heldBy(key) + amount);
    this.#total += amount;
    this.#spentByLast = Math.max(this.#spentByLast, this.#spentBy(key));
  }

  #spentBy(key: Key): number {
    return Math.max(this.#spent.get(key) ?? 0, this.#spentByLast - this.#credit);
  }

  #releaseOnce(key: Key, amount: number): Release {
    let isReleased = false;
    return (spent = 0) => {
      if (isReleased) return;
      isReleased = true;
      if (spent > 0) this.#spent.set(key, this.#spentBy(key) + spent);
      const left = this.heldBy(key) - amount;
      if (left === 0) this.#held.delete(key);
      else this.#held.set(key, left);
      this.#total -= amount;
      this.#grantNext();
    };
  }

  #wait(key: Key, amount: number, signal: AbortSignal | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#forget(key, waiter);
        reject(signal?.reason);
        this.#grantNext();
      };
      const waiter: Waiter = {
        amount,
        grant: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const line = this.#waiters.get(key) ?? new Set();
      this.#waiters.set(key, line.add(waiter));
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  #forget(key: Key, waiter: Waiter): void {
    const line = this.#waiters.get(key);
    line?.delete(waiter);
    if (line?.size === 0) this.#waiters.delete(key);
  }

  /** Moves a key behind the others, because the first of equals is granted. */
  #goLast(key: Key): void {
    const line = this.#waiters.get(key);
    if (line === undefined) return;
    this.#waiters.delete(key);
    this.#waiters.set(key, line);
  }

  /** Grants what there is room for, first to the key that holds least. */
  #grantNext(): void {
    for (;;) {
      const next = this.#nextWaiter();
      if (next === undefined) return;
      const { key, waiter } = next;
      const held = this.heldBy(key) + waiter.amount;
      const room = held <= this.#share ? this.#most : this.#capacity;
      if (this.#total + waiter.amount > room) return;
      this.#forget(key, waiter);
      this.#goLast(key);
      this.#take(key, waiter.amount);
      waiter.grant();
    }
  }

  #nextWaiter(): { readonly key: Key; readonly waiter: Waiter } | undefined {
    let next: { key: Key; waiter: Waiter; held: number; spent: number } | undefined;
    for (const [key, line] of this.#waiters) {
      const [waiter] = line;
      if (waiter === undefined) continue;
      const [held, spent] = [this.heldBy(key), this.#spentBy(key)];
      if (next === undefined || held < next.held || (held === next.held && spent < next.spent)) {
        next = { key, waiter, held, spent };
      }
    }
    return next;
  }
}
