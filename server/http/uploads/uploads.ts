import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, type Db, sql } from '#server/db/db.ts';
import { holdLock } from '#server/db/hold-lock.ts';
import { FairSemaphore, type SemaphoreLoad } from '#server/fair-semaphore.ts';
import { ApiError, ClientGone } from '#server/operation/api-error.ts';
import type { Upload } from '#server/operation/call.ts';
import type { Exchange } from '#server/http/exchange.ts';
import { spoolBody } from './spool-body.ts';
import { PerSiteMutex, Semaphore } from '#server/operation/semaphore.ts';
import { newUploadName, uploadFolder } from './upload-folder.ts';

/** Files that a process handles at the same time, at most one for each site. */
const MAX_FILES = 4;
const MIB = 1_048_576;
/** Bytes of files on the disk or arriving: for a single site, for each further site, and in total. */
const SPOOL = { capacity: 384 * MIB, share: 32 * MIB, most: 512 * MIB };
/** Open transactions for each file. */
const MAX_TRANSACTIONS = 2;
const TIMEOUT_MS = 120_000;
const RETRY_AFTER_SECONDS = 30;
/** How often to check whether another node is done. */
const POLL_MS = 250;

/** An upload whose body is stored on the disk. */
export interface StoredUpload extends Upload {
  readonly isUtf8: boolean;
  remove(): Promise<void>;
}

/**
 * Receives files sent as bodies. A file is stored before it waits for its turn, so that slow clients do not block others.
 * Then one file per site is handled at a time over all nodes, and four per process. The space on the disk is limited and
 * shared between sites. See docs/api.md, "Bulk bind", and docs/operating.md, "Fairness between sites".
 */
export class Uploads {
  readonly #database: Database;
  readonly #dataDir: string;
  readonly #files = new Semaphore(MAX_FILES);
  readonly #sites = new PerSiteMutex();
  readonly #spool: FairSemaphore;

  /** @param spool Smaller in tests. */
  constructor(database: Database, dataDir: string, spool = new FairSemaphore(SPOOL)) {
    this.#database = database;
    this.#dataDir = dataDir;
    this.#spool = spool;
  }

  /** How full the space on the disk is. */
  load(): SemaphoreLoad {
    return this.#spool.load();
  }

  /**
   * @param limit Largest body in bytes; a body without Content-Length is counted as this large.
   * @throws ApiError body_too_large, bad_request if it arrives too slowly, overloaded if the disk is full or its limit is
   * reached.
   */
  async receive(exchange: Exchange, siteId: bigint, limit: number): Promise<StoredUpload> {
    const announced = Number(exchange.request.headers['content-length'] ?? limit);
    const release = this.#spool.tryAcquire(siteId, announced);
    if (release === null) throw overloaded('Other files are still waiting to be imported; try again in a moment');
    try {
      const upload = await this.#store(exchange, siteId, limit);
      return { ...upload, remove: () => upload.remove().finally(release) };
    } catch (error) {
      release();
      throw error;
    }
  }

  async #store({ request, response }: Exchange, siteId: bigint, limit: number): Promise<StoredUpload> {
    const folder = await uploadFolder(this.#dataDir);
    const { file, isUtf8, sha256 } = await spoolBody(request, limit, path.join(folder, newUploadName()));
    const gone = new AbortController();
    const leave = () => gone.abort(new ClientGone());
    if (response.destroyed) leave();
    else response.once('close', leave);
    return {
      isUtf8,
      sha256,
      chunks: () => createReadStream(file),
      isWanted: () => !response.destroyed,
      maxTransactions: MAX_TRANSACTIONS,
      runAlone: (work) => this.#runAlone(siteId, gone.signal, work),
      remove: () => rm(file, { force: true }),
    };
  }

  async #runAlone<Result>(siteId: bigint, gone: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const busy = overloaded('Other imports are still running; try again in a moment');
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(busy), TIMEOUT_MS);
    const signal = AbortSignal.any([gone, late.signal]);
    try {
      return await this.#sites.run(siteId, signal, () =>
        this.#withPermit(siteId, signal, () => {
          clearTimeout(timer);
          return work();
        }),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  async #withPermit<Result>(siteId: bigint, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      const release = await this.#files.acquire(signal);
      try {
        const unlock = await this.#lockSite(siteId);
        if (unlock !== null) {
          try {
            return await work();
          } finally {
            await unlock();
          }
        }
      } finally {
        release();
      }
      // The permit is free meanwhile, so other sites can use it.
      await wait(POLL_MS);
    }
  }

  /** Locks the site against other nodes; null if one of them has the lock. */
  async #lockSite(siteId: bigint): Promise<(() => Promise<void>) | null> {
    return holdLock(this.#database.owner, (db) => tryLockUploads(db, siteId));
  }
}

function overloaded(message: string): ApiError {
  return new ApiError('overloaded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Takes the lock until the transaction ends; false if another node has it. */
export async function tryLockUploads(db: Db, siteId: bigint): Promise<boolean> {
  const [row] = await db.query<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`upload ${siteId}`}::text, 0)) as taken`,
  );
  return row?.taken === true;
}
