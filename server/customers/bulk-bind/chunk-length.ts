/** A transaction that holds others up for longer is followed by a shorter one. */
const LONG_MS = 400;
const SHORT_MS = 150;
const MIN_SHARE = 20;

/** How many rows the next transaction takes: the most there may be, or fewer where the machine is slow or busy. */
export class ChunkLength {
  readonly #most: number;
  #rows: number;

  constructor(most: number) {
    this.#most = most;
    this.#rows = most;
  }

  get rows(): number {
    return this.#rows;
  }

  /** @param ms How long the last one took. */
  learn(ms: number): void {
    if (ms > LONG_MS) this.#rows = Math.max(Math.ceil(this.#most / MIN_SHARE), Math.floor(this.#rows / 2));
    else if (ms < SHORT_MS) this.#rows = Math.min(this.#most, this.#rows * 2);
  }
}
