export interface ProgressOptions {
  /** The run or the file, as the operator named it. */
  readonly name: string;
  /** Null where it is unknown. */
  readonly totalBytes: number | null;
  readonly report: (line: string) => void;
  readonly monotonicMs: () => number;
}

const EVERY_MS = 2_000;

/** Reports how far a run is, at most every two seconds and once at its end: rows, rows a second, and the share that is read. */
export class Progress {
  readonly #options: ProgressOptions;
  readonly #startMs: number;
  #lastMs: number;
  #bytes = 0;
  #rows = 0;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#startMs = options.monotonicMs();
    this.#lastMs = this.#startMs;
  }

  /** Passes bytes on and counts them. */
  async *watch(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.#bytes += chunk.length;
      yield chunk;
    }
  }

  addRows(count: number): void {
    this.#rows += count;
    const now = this.#options.monotonicMs();
    if (now - this.#lastMs < EVERY_MS) return;
    this.#lastMs = now;
    this.#report(now);
  }

  end(): void {
    this.#report(this.#options.monotonicMs());
  }

  #report(now: number): void {
    const { name, totalBytes, report } = this.#options;
    const seconds = (now - this.#startMs) / 1_000;
    const parts = [`${whole(this.#rows)} rows`];
    if (seconds > 0) parts.push(`${whole(this.#rows / seconds)} rows a second`);
    if (totalBytes !== null && totalBytes > 0) parts.push(`${whole((100 * this.#bytes) / totalBytes)} % read`);
    report(`${name}: ${parts.join(', ')}`);
  }
}

function whole(value: number): string {
  return Math.floor(value).toLocaleString('en-US');
}
