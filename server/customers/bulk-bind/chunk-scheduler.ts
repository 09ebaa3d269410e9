import type { ChunkResult } from './bind-chunk.ts';
import { isRefused, type ChunkRow } from './bind-plan.ts';

export interface ChunkBinder {
  /** Binds rows of any kind. */
  bind(rows: readonly ChunkRow[]): Promise<ChunkResult>;
  /** Binds rows without phones of which the database knows nothing; null, and nothing bound, where it does. */
  bindAllNew(rows: readonly ChunkRow[]): Promise<ChunkResult | null>;
}

interface RunningChunk {
  readonly rows: readonly ChunkRow[];
  readonly keys: ReadonlySet<string>;
  readonly done: Promise<ChunkResult | null>;
  readonly onBound: (done: ChunkResult) => void | Promise<void>;
}

/**
 * Chunks of one file at work. They are bound one after the other, but those that are news to the database and to each
 * other side by side: whichever of these comes first, the same is bound.
 */
export class ChunkScheduler {
  readonly #maxRunning: number;
  readonly #binder: ChunkBinder;
  readonly #running: RunningChunk[] = [];
  #isAllNew = false;

  /** @param maxRunning Chunks at work at a time. */
  constructor(maxRunning: number, binder: ChunkBinder) {
    this.#maxRunning = maxRunning;
    this.#binder = binder;
  }

  /** Begins with a chunk once it may, and returns when there is room for another. `onBound` is called in the file's order. */
  async add(rows: readonly ChunkRow[], onBound: RunningChunk['onBound']): Promise<void> {
    const keys = new Set<string>();
    let hasPhone = false;
    for (const row of rows) {
      if (isRefused(row)) continue;
      const { emailKey, handleKey, phoneKey } = row;
      keys.add(handleKey);
      if (emailKey !== null) keys.add(emailKey);
      hasPhone ||= phoneKey !== null;
    }
    if (hasPhone || this.#running.some((chunk) => !chunk.keys.isDisjointFrom(keys))) await this.finish();
    if (this.#isAllNew && !hasPhone) {
      const done = this.#binder.bindAllNew(rows);
      // Whoever waits for it hears of its failure; until then nobody listens.
      done.catch(() => undefined);
      this.#running.push({ rows, keys, done, onBound });
      if (this.#running.length >= this.#maxRunning) await this.#finishFirst();
      return;
    }
    await this.finish();
    const done = await this.#binder.bind(rows);
    this.#isAllNew = done.isAllNew;
    await onBound(done);
  }

  /** Waits for all that is at work. */
  async finish(): Promise<void> {
    while (this.#running.length > 0) await this.#finishFirst();
  }

  /** After a failure: nothing is begun any more, and what is at work is still reported. */
  async cancel(): Promise<void> {
    for (const { done, onBound } of this.#running.splice(0)) {
      const result = await done.catch(() => null);
      if (result !== null) await onBound(result);
    }
  }

  async #finishFirst(): Promise<void> {
    const chunk = this.#running.shift();
    if (chunk === undefined) return;
    const done = (await chunk.done) ?? (await this.#binder.bind(chunk.rows));
    this.#isAllNew = done.isAllNew;
    await chunk.onBound(done);
  }
}
