interface Waiting {
  readonly go: () => void;
}

/** Lets so many in at a time, in the order in which they came. */
export class TurnLine {
  readonly #width: number;
  readonly #waiting = new Set<Waiting>();
  #inside = 0;

  constructor(width: number) {
    this.#width = width;
  }

  get isEmpty(): boolean {
    return this.#inside === 0;
  }

  /**
   * Resolves when it is one's turn, with what ends it.
   * @throws the signal's reason where that comes first.
   */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#inside < this.#width) this.#inside += 1;
    else await this.#wait(signal);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.#next();
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiting);
        reject(signal.reason);
      };
      const waiting = {
        go: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** A turn that ends goes to the first who waits. */
  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#inside -= 1;
      return;
    }
    this.#waiting.delete(first);
    first.go();
  }
}
