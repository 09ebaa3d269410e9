import type { ChunkResult } from './bind-chunk.ts';
import type { KeyedRow } from './bind-plan.ts';

export interface LaneWork {
  /** Binds rows of any kind. */
  bind(rows: readonly KeyedRow[]): Promise<ChunkResult>;
  /** Binds rows without phones of which the database knows nothing; null, and nothing bound, where it does. */
  bindNews(rows: readonly KeyedRow[]): Promise<ChunkResult | null>;
}

interface Lane {
  readonly rows: readonly KeyedRow[];
  readonly keys: ReadonlySet<string>;
  readonly done: Promise<ChunkResult | null>;
  readonly tell: (done: ChunkResult) => void | Promise<void>;
}

/**
 * Chunks of one file at work. They are bound one after the other, but those that are news to the database and to each
 * other side by side: whichever of these comes first, the same is bound.
 */
export class BindLanes {
  readonly #most: number;
  readonly #work: LaneWork;
  readonly #busy: Lane[] = [];
  #isNews = false;

  /** @param most Chunks at work at a time. */
  constructor(most: number, work: LaneWork) {
    this.#most = most;
    this.#work = work;
  }

  /** Begins with a chunk once it may, and returns when there is room for another. `tell` is called in the file's order. */
  async add(rows: readonly KeyedRow[], tell: Lane['tell']): Promise<void> {
    const keys = new Set<string>();
    let hasPhone = false;
    for (const { emailKey, handleKey, phoneKey } of rows) {
      keys.add(handleKey);
      if (emailKey !== null) keys.add(emailKey);
      hasPhone ||= phoneKey !== null;
    }
    if (hasPhone || this.#busy.some((lane) => !lane.keys.isDisjointFrom(keys))) await this.finish();
    if (this.#isNews && !hasPhone) {
      const done = this.#work.bindNews(rows);
      // Whoever waits for it hears of its failure; until then nobody listens.
      done.catch(() => undefined);
      this.#busy.push({ rows, keys, done, tell });
      if (this.#busy.length >= this.#most) await this.#finishFirst();
      return;
    }
    await this.finish();
    const done = await this.#work.bind(rows);
    this.#isNews = done.isNews;
    await tell(done);
  }

  /** Waits for all that is at work. */
  async finish(): Promise<void> {
    while (this.#busy.length > 0) await this.#finishFirst();
  }

  /** After a failure: nothing is begun any more, and what is at work is still told of. */
  async abandon(): Promise<void> {
    for (const { done, tell } of this.#busy.splice(0)) {
      const result = await done.catch(() => null);
      if (result !== null) await tell(result);
    }
  }

  async #finishFirst(): Promise<void> {
    const lane = this.#busy.shift();
    if (lane === undefined) return;
    const done = (await lane.done) ?? (await this.#work.bind(lane.rows));
    this.#isNews = done.isNews;
    await lane.tell(done);
  }
}
