import type { ChunkResult } from './bind-chunk.ts';
import { isRefused, type ChunkRow } from './bind-plan.ts';

export interface ChunkBinder {
  /** Looks the rows up and binds them. */
  bind(rows: readonly ChunkRow[]): Promise<ChunkResult>;
  /** Binds new rows without phones. Returns null and binds nothing if one of them was not new. */
  bindAllNew(rows: readonly ChunkRow[]): Promise<ChunkResult | null>;
}

interface RunningChunk {
  readonly rows: readonly ChunkRow[];
  readonly keys: ReadonlySet<string>;
  readonly done: Promise<ChunkResult | null>;
  readonly onBound: (done: ChunkResult) => void | Promise<void>;
}

/**
 * Binds the chunks of one file. Chunks run concurrently only while they are expected to be new to the database and share
 * no key, so that their order does not matter; all others run one after the other.
 */
export class ChunkScheduler {
  readonly #maxRunning: number;
  readonly #binder: ChunkBinder;
  readonly #running: RunningChunk[] = [];
  #isAllNew = false;

  /** @param maxRunning most chunks in progress */
  constructor(maxRunning: number, binder: ChunkBinder) {
    this.#maxRunning = maxRunning;
    this.#binder = binder;
  }

  /** Starts a chunk as soon as it may run, and resolves when there is room for another. `onBound` is called in file order. */
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
      // Avoids an unhandled rejection; awaiting `done` still throws.
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

  /** Waits for all chunks in progress. */
  async finish(): Promise<void> {
    while (this.#running.length > 0) await this.#finishFirst();
  }

  /** Call after a failure: waits for the chunks in progress and reports those that were bound. */
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
