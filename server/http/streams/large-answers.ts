import type { ServerResponse } from 'node:http';
import { ApiError } from '#server/operation/api-error.ts';
import { ClientGone } from '#server/operation/client-gone.ts';
import { FairSemaphore } from '#server/fair-semaphore.ts';

/** From this many characters on an answer is a large one. */
export const LARGE_CHARACTERS = 262_144;
/** Large answers under way at a time; what one holds of the heap is in docs/operating.md, "Large answers". */
const PLACES = 8;
/** Those who wait hold what they have read so far, so there are few of them. */
const WAITING = 12;
const WAITING_OF_SITE = 4;
const WAIT_MS = 2_000;
const RETRY_AFTER_SECONDS = 5;
/** Batches that are read and written out as JSON at a time: other calls wait for no more than these. */
const READS = 2;

const FOREVER = new AbortController().signal;

/** A place of a large answer. */
export interface LargePlace {
  /** Reads the next part in turn with the other large answers. */
  read<Result>(work: () => Promise<Result>): Promise<Result>;
  release(): void;
}

interface Options {
  /** Tests have less patience. */
  readonly waitMs?: number;
}

/**
 * The places of large answers, which sites share: a slow reader keeps a place, and so a part of the memory. While another
 * site waits, none has more than a quarter of them.
 */
export class LargeAnswers {
  readonly #places = new FairSemaphore<bigint>({ capacity: PLACES });
  readonly #reads = new FairSemaphore<bigint>({ capacity: READS });
  readonly #waiting = new Map<bigint, number>();
  readonly #exports = new Set<bigint>();
  readonly #waitMs: number;
  #waitingInAll = 0;

  constructor({ waitMs = WAIT_MS }: Options = {}) {
    this.#waitMs = waitMs;
  }

  get held(): number {
    return this.#places.held;
  }

  /**
   * A place for this answer; waits for a moment where none is left.
   * @throws ApiError overloaded
   */
  async take(siteId: bigint, response: ServerResponse): Promise<LargePlace> {
    const release = this.#places.tryAcquire(siteId) ?? (await this.#wait(siteId, response));
    return {
      release,
      read: async (work) => {
        const end = await this.#reads.acquire(siteId, FOREVER);
        try {
          return await work();
        } finally {
          end();
        }
      },
    };
  }

  async #wait(siteId: bigint, response: ServerResponse): Promise<() => void> {
    const ownWaiting = this.#waiting.get(siteId) ?? 0;
    if (ownWaiting >= WAITING_OF_SITE || this.#waitingInAll >= WAITING) throw tooMany();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(tooMany()), this.#waitMs);
    const leave = () => late.abort(new ClientGone());
    response.once('close', leave);
    this.#count(siteId, 1);
    try {
      return await this.#places.acquire(siteId, late.signal);
    } finally {
      this.#count(siteId, -1);
      clearTimeout(timer);
      response.off('close', leave);
    }
  }

  /**
   * The one export of a person that a site may have under way.
   * @throws ApiError overloaded
   */
  takeExport(siteId: bigint): () => void {
    if (this.#exports.has(siteId)) {
      throw new ApiError('overloaded', 'The data of another person is still being exported; try again in a moment', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    this.#exports.add(siteId);
    return () => void this.#exports.delete(siteId);
  }

  #count(siteId: bigint, change: 1 | -1): void {
    this.#waitingInAll += change;
    const count = (this.#waiting.get(siteId) ?? 0) + change;
    if (count === 0) this.#waiting.delete(siteId);
    else this.#waiting.set(siteId, count);
  }
}

function tooMany(): ApiError {
  return new ApiError('overloaded', 'Too many large answers are under way; try again in a moment', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
