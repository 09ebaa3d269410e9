import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { FairSemaphore } from '#server/fair-semaphore.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { ClientGone } from '#server/operation/client-gone.ts';

/** One of a site: all share one thread, so more would only take memory and its neighbours' time. */
const PLACES = { capacity: 1, share: 1, most: 4 };
/** Each holds its body while it waits. */
const WAITING_OF_SITE = 16;
/** Clients wait for 30 s. */
const WAIT_MS = 25_000;
const RETRY_AFTER_SECONDS = 5;

interface Options {
  /** Tests have less patience. */
  readonly waitMs?: number;
}

/**
 * Work that holds the one thread of the process for long: sites take turns (docs/operating.md, "Fairness between sites"), and
 * each piece begins in a turn of the event loop of its own, so that small calls are answered in between.
 */
export class HeavyWork {
  readonly #places = new FairSemaphore<bigint>(PLACES);
  readonly #waiting = new Map<bigint, number>();
  readonly #waitMs: number;

  constructor({ waitMs = WAIT_MS }: Options = {}) {
    this.#waitMs = waitMs;
  }

  /**
   * Does the work once the site has a place.
   * @throws ApiError overloaded, ClientGone when the connection ends first
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
    if (waiting >= WAITING_OF_SITE) throw tooMuch();
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(tooMuch()), this.#waitMs);
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

function tooMuch(): ApiError {
  return new ApiError(
    'overloaded',
    'Too many dry runs or large bodies of this site are under way; try again in a moment',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  );
}
