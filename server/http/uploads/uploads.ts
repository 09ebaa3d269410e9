import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#server/db/db.ts';
import { holdLock } from '#server/db/hold-lock.ts';
import { ApiError } from './api-error.ts';
import type { Upload } from './call.ts';
import type { Exchange } from './exchange.ts';
import { spoolBody } from './spool-body.ts';
import { TurnLine } from './turn-line.ts';
import { newUploadName, uploadFolder } from './upload-folder.ts';
import { tryLockUploads } from './upload-lock.sql.ts';

/** Files that a process works on at a time. */
const SLOTS = 2;
/** Transactions that one file may have at a time; the embedded engine has one session. */
const LANES = { pglite: 1, postgres: 2 };
const PATIENCE_MS = 120_000;
const RETRY_AFTER_SECONDS = 30;
/** How often another node is asked whether it is done. */
const LOOK_MS = 250;

/** An upload whose body lies on the disk. */
export interface StoredUpload extends Upload {
  readonly isUtf8: boolean;
  remove(): Promise<void>;
}

/**
 * Files sent as bodies. They are stored before they wait, so that slow senders keep nobody from a turn; then one file
 * a site is worked on at a time, over all nodes, and two a process. Source: decisions.md, Bulk; trust.md, part 0, 4.
 */
export class Uploads {
  readonly #database: Database;
  readonly #dataDir: string;
  readonly #slots = new TurnLine(SLOTS);
  readonly #sites = new Map<bigint, TurnLine>();

  constructor(database: Database, dataDir: string) {
    this.#database = database;
    this.#dataDir = dataDir;
  }

  /** @throws ApiError body_too_large, bad_request when it stops arriving, overloaded when the disk is full. */
  async receive({ request, response }: Exchange, siteId: bigint, limit: number): Promise<StoredUpload> {
    const folder = await uploadFolder(this.#dataDir);
    const { file, isUtf8, sha256 } = await spoolBody(request, limit, path.join(folder, newUploadName()));
    const gone = new AbortController();
    const leave = () => gone.abort(new ApiError('bad_request', 'The sender has gone'));
    if (response.destroyed) leave();
    else response.once('close', leave);
    return {
      isUtf8,
      sha256,
      chunks: () => createReadStream(file),
      isWanted: () => !response.destroyed,
      lanes: LANES[this.#database.engine],
      inTurn: (work) => this.#inTurn(siteId, gone.signal, work),
      remove: () => rm(file, { force: true }),
    };
  }

  async #inTurn<Result>(siteId: bigint, gone: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const busy = new ApiError('overloaded', 'Other imports are still running; try again in a moment', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(busy), PATIENCE_MS);
    const signal = AbortSignal.any([gone, late.signal]);
    const line = this.#sites.get(siteId) ?? new TurnLine(1);
    this.#sites.set(siteId, line);
    try {
      const leave = await line.take(signal);
      try {
        return await this.#inSlot(siteId, signal, () => {
          clearTimeout(timer);
          return work();
        });
      } finally {
        leave();
      }
    } finally {
      clearTimeout(timer);
      if (line.isEmpty) this.#sites.delete(siteId);
    }
  }

  async #inSlot<Result>(siteId: bigint, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      const free = await this.#slots.take(signal);
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
        free();
      }
      // The slot is not kept meanwhile: other sites can use it.
      await wait(LOOK_MS);
    }
  }

  /** Keeps the other nodes out; null where one of them is at this site. The embedded engine has no other nodes. */
  async #lockSite(siteId: bigint): Promise<(() => Promise<void>) | null> {
    if (this.#database.engine === 'pglite') return async () => undefined;
    return holdLock(this.#database.owner, (db) => tryLockUploads(db, siteId));
  }
}
