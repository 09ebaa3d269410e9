import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { FairPlaces } from '#server/fair-places.ts';
import type { Connection, ConnectionSource, Holder } from './connection.ts';
import { sql, type Database, type Db, type FileCopy } from './db.ts';
import { EngineHandles } from './engine-db.ts';
import { DatabaseUnavailable, StartFailure } from './errors.ts';
import { acquireDataDirLock } from './data-dir-lock.ts';
import type { DatabaseLog, Engine } from './engine.ts';
import { PgliteMaintenance } from './pglite-maintenance.ts';
import { PgliteSession } from './pglite-session.ts';

/**
 * The embedded engine has one session: who uses it waits for it, and a transaction keeps it until it ends. Sites take
 * turns by the time that they have spent in it: a line of one of them, however long, is for another one statement or
 * transaction long.
 */
class OneSession implements ConnectionSource {
  readonly session: PgliteSession;
  readonly #turns = new FairPlaces<Holder>({ capacity: 1, share: 0 });
  readonly #left = Promise.withResolvers<void>();
  #isClosing = false;
  /** Who uses it and who waits for it. */
  present = 0;
  /** Called after each use. */
  used: () => void = () => undefined;

  constructor(session: PgliteSession) {
    this.session = session;
  }

  async use<Result>(holder: Holder, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    if (this.#isClosing) throw new DatabaseUnavailable('The embedded database is closed');
    this.present += 1;
    const release = await this.#turns.acquire(holder, null);
    const startedMs = performance.now();
    try {
      return await work(this.session);
    } finally {
      this.present -= 1;
      const spentMs = performance.now() - startedMs;
      // A call that sends one short statement after the other has the next one here by then, and does not wait for a long
      // one of somebody else before each.
      if (this.#turns.waiting === 0) release(spentMs);
      else setImmediate(release, spentMs);
      this.used();
      if (this.#isClosing && this.present === 0) this.#left.resolve();
    }
  }

  /** Lets those who wait finish and takes nobody more. */
  async close(last: (connection: Connection) => Promise<void>): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    if (this.present > 0) await this.#left.promise;
    await last(this.session);
  }
}

export interface PgliteOptions {
  readonly dataDir: string;
  /** False only in tests, for speed: a crash may lose everything. */
  readonly durable: boolean;
  readonly log: DatabaseLog;
}

export interface PgliteDatabase extends Engine {
  /** How many times the engine has written through to the disk. */
  readonly countSyncs: () => Promise<number>;
}

/**
 * Opens the embedded database in `dataDir/database`, after taking the lock of `dataDir`.
 * @throws StartFailure when another process has it open (exit code 3), or when it cannot be opened (1).
 */
export async function openPglite({ dataDir, durable, log }: PgliteOptions): Promise<PgliteDatabase> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartFailure(`DATA_DIR cannot be created: ${String(error)}`);
  }
  const release = await acquireDataDirLock(dataDir);
  const receivers = new Map<string, Set<(payload: string) => void>>();
  const notify = (channel: string, payload: string) => receivers.get(channel)?.forEach((receive) => receive(payload));
  let session: PgliteSession;
  try {
    session = await PgliteSession.start({ folder: path.join(dataDir, 'database'), durable }, notify);
  } catch (error) {
    await release();
    throw new StartFailure(`The embedded database in ${dataDir} cannot be opened: ${messageOf(error)}`);
  }
  const source = new OneSession(session);
  const handles = new EngineHandles(source);
  const owner = handles.handle({ role: 'owner' });
  const maintenance = new PgliteMaintenance(owner, log);
  source.used = () => maintenance.noteUse();

  const database: Database = {
    engine: 'pglite',
    owner,
    unbound: handles.handle({ role: 'app', siteId: null }),
    forSite: (siteId) => handles.handle({ role: 'app', siteId }),
    async listen(channel, receive) {
      const present = receivers.get(channel) ?? new Set();
      receivers.set(channel, present.add(receive));
      await source.use('owner', (connection) => connection.script(`listen "${channel.replaceAll('"', '""')}"`));
      return async () => {
        present.delete(receive);
      };
    },
    beginCopy: () => beginCopy(owner, maintenance),
    load: () => ({
      connections: 1,
      idle: source.present === 0 ? 1 : 0,
      waiting: Math.max(0, source.present - 1),
    }),
    async close() {
      maintenance.stop();
      await source.close(async (connection) => {
        try {
          await connection.script('reset role; checkpoint');
          await session.close();
        } finally {
          await release();
        }
      });
    },
  };
  return { database, source, countSyncs: () => session.countSyncs() };
}

async function beginCopy(owner: Db, maintenance: PgliteMaintenance): Promise<FileCopy> {
  await maintenance.hold();
  let isBegun = false;
  async function finish(): Promise<string> {
    const [row] = await owner.query<{ label: string }>(sql`select labelfile as label from pg_backup_stop(false)`);
    isBegun = false;
    if (row === undefined) throw new Error('a function answers one row');
    return row.label;
  }
  async function release(): Promise<void> {
    try {
      if (isBegun) await finish();
    } finally {
      maintenance.resume();
    }
  }
  try {
    await owner.query(sql`select pg_backup_start('support-console', true)`);
    isBegun = true;
    return { finish, release };
  } catch (error) {
    await release();
    throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
