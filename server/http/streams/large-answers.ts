import type { ServerResponse } from 'node:http';
import { ApiError, ClientGone } from '#server/operation/api-error.ts';
import { FairSemaphore, type SemaphoreLoad } from '#server/fair-semaphore.ts';

/** A response with at least this many characters is a large one. */
export const LARGE_CHARACTERS = 262_144;
/** Large responses at the same time; docs/operating.md, "Large answers", says how much memory each needs. */
const PLACES = 8;
/** Waiting calls keep in memory what they have read, so few may wait. */
const WAITING = 12;
const WAITING_OF_SITE = 4;
const WAIT_MS = 2_000;
const RETRY_AFTER_SECONDS = 5;
/** Batches read and serialized at the same time; more would delay other calls. */
const READS = 2;

const FOREVER = new AbortController().signal;

/** A permit to send a large response. */
export interface LargePlace {
  /** Reads the next batch, taking turns with other large responses. */
  read<Result>(work: () => Promise<Result>): Promise<Result>;
  release(): void;
}

interface Options {
  /** Shorter in tests. */
  readonly waitMs?: number;
}

/**
 * Limits large responses, because a slow reader keeps each one's memory in use. While another site waits, no site gets more
 * than a quarter of the places.
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

  load(): SemaphoreLoad {
    return this.#places.load();
  }

  get held(): number {
    return this.#places.held;
  }

  /**
   * Takes a place; waits briefly if none is free.
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
    if (ownWaiting >= WAITING_OF_SITE || this.#waitingInAll >= WAITING) throw overloaded();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(overloaded()), this.#waitMs);
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
   * Each site may run one export of a person at a time. @returns the function that ends it
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

function overloaded(): ApiError {
  return new ApiError('overloaded', 'Too many large answers are under way; try again in a moment', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
