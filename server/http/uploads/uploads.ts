import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, type Db, sql } from '#server/db/db.ts';
import { holdLock } from '#server/db/hold-lock.ts';
import { FairSemaphore } from '#server/fair-semaphore.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Upload } from '#server/operation/call.ts';
import { ClientGone } from '#server/operation/client-gone.ts';
import type { Exchange } from '#server/http/exchange.ts';
import { spoolBody } from './spool-body.ts';
import { OneASite } from '#server/operation/one-a-site.ts';
import { Semaphore } from '#server/operation/semaphore.ts';
import { newUploadName, uploadFolder } from './upload-folder.ts';

/** Files that a process works on at a time: one of a site, which is then a quarter of them. */
const MAX_FILES = 4;
const MIB = 1_048_576;
/** Bytes of files that lie on the disk or are on their way to it: of one site alone, of each other besides, and of all. */
const SPOOL = { capacity: 384 * MIB, share: 32 * MIB, most: 512 * MIB };
/** Transactions that one file may have at a time. */
const MAX_TRANSACTIONS = 2;
const TIMEOUT_MS = 120_000;
const RETRY_AFTER_SECONDS = 30;
/** How often another node is asked whether it is done. */
const POLL_MS = 250;

/** An upload whose body lies on the disk. */
export interface StoredUpload extends Upload {
  readonly isUtf8: boolean;
  remove(): Promise<void>;
}

/**
 * Files sent as bodies. They are stored before they wait, so that slow senders keep nobody from a turn; then one file
 * a site is worked on at a time, over all nodes, and four a process. What lies on the disk is bounded, and shared between
 * sites. See docs/api.md, "Bulk bind", and docs/operating.md, "Fairness between sites".
 */
export class Uploads {
  readonly #database: Database;
  readonly #dataDir: string;
  readonly #files = new Semaphore(MAX_FILES);
  readonly #sites = new OneASite();
  readonly #spool: FairSemaphore;

  /** @param spool Tests have smaller disks. */
  constructor(database: Database, dataDir: string, spool = new FairSemaphore(SPOOL)) {
    this.#database = database;
    this.#dataDir = dataDir;
    this.#spool = spool;
  }

  /**
   * @param limit The largest body; what is not announced may be as large.
   * @throws ApiError body_too_large, bad_request when it stops arriving, overloaded when the disk is full or what may lie
   * on it is used up.
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
      // The slot is free meanwhile: other sites can use it.
      await wait(POLL_MS);
    }
  }

  /** Keeps the other nodes out; null where one of them is at this site. */
  async #lockSite(siteId: bigint): Promise<(() => Promise<void>) | null> {
    return holdLock(this.#database.owner, (db) => tryLockUploads(db, siteId));
  }
}

function overloaded(message: string): ApiError {
  return new ApiError('overloaded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** False where another node has it; held until the transaction ends. */
export async function tryLockUploads(db: Db, siteId: bigint): Promise<boolean> {
  const [row] = await db.query<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`upload ${siteId}`}::text, 0)) as taken`,
  );
  return row?.taken === true;
}
