import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { FairSemaphore, type SemaphoreLoad } from '#server/fair-semaphore.ts';
import { ApiError, ClientGone } from '#server/operation/api-error.ts';

/** One for each site: all share one thread, so more would only cost memory and delay other sites. */
const PLACES = { capacity: 1, share: 1, most: 4 };
/** Waiting calls keep their bodies in memory. */
const WAITING_OF_SITE = 16;
/** Less than the 30 s after which clients give up. */
const WAIT_MS = 25_000;
const RETRY_AFTER_SECONDS = 5;

interface Options {
  /** Shorter in tests. */
  readonly waitMs?: number;
}

/**
 * Runs work that blocks the event loop for long. Sites take turns (docs/operating.md, "Fairness between sites"), and each
 * piece starts in its own turn of the event loop, so that small calls get through in between.
 */
export class HeavyWork {
  readonly #places = new FairSemaphore<bigint>(PLACES);
  readonly #waiting = new Map<bigint, number>();
  readonly #waitMs: number;

  constructor({ waitMs = WAIT_MS }: Options = {}) {
    this.#waitMs = waitMs;
  }

  load(): SemaphoreLoad {
    return this.#places.load();
  }

  /**
   * Runs the work once the site has a place.
   * @throws ApiError overloaded, ClientGone if the client disconnects first
   */
  async run<Result>(siteId: bigint, response: ServerResponse, work: () => Result | Promise<Result>): Promise<Result> {
    const release = this.#places.tryAcquire(siteId) ?? (await this.#wait(siteId, response));
    const startedMs = performance.now();
    try {
      await setImmediate();
      return await work();
    } finally {
      release(performance.now() - startedMs);
    }
  }

  async #wait(siteId: bigint, response: ServerResponse) {
    const waiting = this.#waiting.get(siteId) ?? 0;
    if (waiting >= WAITING_OF_SITE) throw overloaded();
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(overloaded()), this.#waitMs);
    const leave = () => end.abort(new ClientGone());
    response.once('close', leave);
    this.#waiting.set(siteId, waiting + 1);
    try {
      return await this.#places.acquire(siteId, end.signal);
    } finally {
      clearTimeout(timer);
      response.off('close', leave);
      const left = (this.#waiting.get(siteId) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(siteId);
      else this.#waiting.set(siteId, left);
    }
  }
}

function overloaded(): ApiError {
  return new ApiError(
    'overloaded',
    'Too many dry runs or large bodies of this site are under way; try again in a moment',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  );
}
