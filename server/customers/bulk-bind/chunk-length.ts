/** A transaction that takes longer than this halves the next chunk. */
const LONG_MS = 400;
/** A transaction that is quicker than this doubles the next chunk. */
const SHORT_MS = 150;
/** The shortest chunk is this fraction of the longest. */
const MIN_SHARE = 20;

/** Adapts the number of rows per transaction to the speed of the database. */
export class ChunkLength {
  readonly #max: number;
  #rows: number;

  constructor(max: number) {
    this.#max = max;
    this.#rows = max;
  }

  get rows(): number {
    return this.#rows;
  }

  /** @param ms duration of the last transaction */
  adjust(ms: number): void {
    if (ms > LONG_MS) this.#rows = Math.max(Math.ceil(this.#max / MIN_SHARE), Math.floor(this.#rows / 2));
    else if (ms < SHORT_MS) this.#rows = Math.min(this.#max, this.#rows * 2);
  }
}
