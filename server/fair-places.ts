/** Gives a place back; a second call does nothing. @param spent What it was used for, in any measure, such as milliseconds. */
type Release = (spent?: number) => void;

interface Waiter {
  readonly amount: number;
  readonly grant: () => void;
}

interface Limits {
  /** Capacity for all. A key that is alone may hold all of it. */
  readonly capacity: number;
  /** Up to here nobody waits for those who hold more; a quarter of `capacity` unless said otherwise, 0 to take turns alone. */
  readonly share?: number;
  /** Never more than this in all, those included who had not to wait for their share; `capacity` and a share for four more. */
  readonly most?: number;
}

/**
 * Places, or bytes, that sites have in common. Who is alone may hold all; who holds less than a share does not wait for
 * those who hold more; of those who wait, the one that holds least is next, and among equals the one that has
 * spent least, or was granted something longest ago. So one site's slow or large work never
 * becomes another's wait (docs/operating.md, "Fairness between sites").
 */
export class FairPlaces<Key = bigint> {
  readonly #capacity: number;
  readonly #share: number;
  readonly #most: number;
  readonly #held = new Map<Key, number>();
  /** The oldest first within a key. */
  readonly #waiters = new Map<Key, Set<Waiter>>();
  /**
   * Virtual time of each key, as in stride scheduling: a new key begins at that of the last grant, so that
   * nobody saves up turns, and nobody waits for ever.
   */
  readonly #spent = new Map<Key, number>();
  #spentByLast = 0;
  #total = 0;

  constructor({ capacity, share = Math.max(1, Math.floor(capacity / 4)), most = capacity + 4 * share }: Limits) {
    this.#capacity = capacity;
    this.#share = share;
    this.#most = most;
  }

  /** Held by all keys together. */
  get held(): number {
    return this.#total;
  }

  heldBy(key: Key): number {
    return this.#held.get(key) ?? 0;
  }

  /** How many wait. */
  get waiting(): number {
    let count = 0;
    for (const line of this.#waiters.values()) count += line.size;
    return count;
  }

  /** Each key that holds anything, with how much. */
  holders(): ReadonlyMap<Key, number> {
    return this.#held;
  }

  /**
   * Resolves when it is granted, with what gives it back; a second call of that does nothing.
   * @param signal Null to wait for as long as it takes.
   * @throws the signal's reason where that comes first.
   */
  async acquire(key: Key, signal: AbortSignal | null, amount = 1): Promise<Release> {
    signal?.throwIfAborted();
    if (this.#waiters.has(key) || !this.#hasRoom(key, amount)) await this.#wait(key, amount, signal);
    else this.#take(key, amount);
    return this.#releaseOnce(key, amount);
  }

  /** The same without waiting: null where it would have to. */
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
    this.#spentByLast = this.#spentBy(key);
  }

  #spentBy(key: Key): number {
    return Math.max(this.#spent.get(key) ?? 0, this.#spentByLast);
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

  /** Behind the other keys, of which the first is taken where several hold as little. */
  #goLast(key: Key): void {
    const line = this.#waiters.get(key);
    if (line === undefined) return;
    this.#waiters.delete(key);
    this.#waiters.set(key, line);
  }

  /** Grants what there is room for, to the key that holds least before the others. */
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
