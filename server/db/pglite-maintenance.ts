import { sql, type Db, type Statement } from './db.ts';
import { DatabaseUnavailable } from './errors.ts';
import type { DatabaseLog } from './engine.ts';

const MINUTES_5_MS = 300_000;
const LOOK_EVERY_MS = 1_000;
const WAL_LIMIT_BYTES = 64n * 1024n * 1024n;
/** The engine's own writes while idle are no reason for a checkpoint. */
const MIN_BYTES = 65_536n;
/** Below this many rows a vacuum is not worth its pause. */
const MIN_ROWS = 500;

/** Tables that come and go with a session are left alone, but not what they leave in the catalog. */
const TABLES = ['public'];

/**
 * Maintenance that a PostgreSQL server does by itself and the embedded engine does not: checkpoints each 5 minutes or 64 MB of
 * write-ahead log, VACUUM (ANALYZE) of tables that are one fifth dead or changed, and within a second of use ANALYZE of
 * those that were refilled: a plan kept from when they were all but empty may read the whole site for each row.
 */
export class PgliteMaintenance {
  readonly #owner: Db;
  readonly #log: DatabaseLog;
  readonly #timer: NodeJS.Timeout;
  #lastLook = performance.now();
  #checkpointAt: bigint | null = null;
  #working: Promise<void> | null = null;
  #stopped = false;
  #held = false;

  constructor(owner: Db, log: DatabaseLog) {
    this.#owner = owner;
    this.#log = log;
    this.#timer = setInterval(() => void this.work(true), MINUTES_5_MS).unref();
  }

  /** Called after each use of the engine; checks the tables and the log's length at most once a second. */
  noteUse(): void {
    if (this.#working !== null || performance.now() - this.#lastLook < LOOK_EVERY_MS) return;
    void this.work(false);
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  /** Until `resume` nothing of the log goes: a checkpoint would throw away what a copy of the files needs. */
  async hold(): Promise<void> {
    this.#held = true;
    await this.#working;
  }

  resume(): void {
    this.#held = false;
  }

  /** @param due Whether its 5 minutes are over; without it only the length of the log counts. */
  async work(due: boolean): Promise<void> {
    if (this.#working !== null || this.#stopped || this.#held) return;
    this.#lastLook = performance.now();
    this.#working = this.#work(due).finally(() => {
      this.#working = null;
    });
    await this.#working;
  }

  async #work(due: boolean): Promise<void> {
    try {
      await analyzeRefilled(this.#owner);
      const written = await readWalBytes(this.#owner);
      this.#checkpointAt ??= written;
      const since = written - this.#checkpointAt;
      if (since >= WAL_LIMIT_BYTES || (due && since >= MIN_BYTES)) {
        await vacuumTables(this.#owner);
        await this.#owner.query(sql`checkpoint`);
        this.#checkpointAt = await readWalBytes(this.#owner);
      }
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable))
        this.#log.error({ error: String(error) }, 'maintenance of the database failed');
    }
  }
}

async function readWalBytes(owner: Db): Promise<bigint> {
  const [row] = await owner.query<{ bytes: bigint }>(
    sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as bytes`,
  );
  return row?.bytes ?? 0n;
}

/** @returns the names of the tables that were vacuumed. */
export function vacuumTables(owner: Db): Promise<string[]> {
  return workOn(
    owner,
    'vacuum (analyze)',
    sql`n_live_tup + n_dead_tup >= ${MIN_ROWS}
      and (n_dead_tup * 5 >= n_live_tup + n_dead_tup or n_mod_since_analyze * 5 >= n_live_tup + n_dead_tup)`,
    [...TABLES, 'pg_catalog'],
  );
}

/**
 * Tables of which half is new since their statistics: a growing one comes once for each doubling.
 * @returns the names of the tables that were analyzed.
 */
export function analyzeRefilled(owner: Db): Promise<string[]> {
  return workOn(owner, 'analyze', sql`n_mod_since_analyze >= ${MIN_ROWS} and n_mod_since_analyze * 2 >= n_live_tup`);
}

async function workOn(owner: Db, command: string, condition: Statement, schemas = TABLES): Promise<string[]> {
  // Counts are flushed at most once a second otherwise, and only when another statement comes.
  await owner.query(sql`select pg_stat_force_next_flush()`);
  const tables = await owner.query<{ name: string }>(sql`
    select format('%I.%I', schemaname, relname) as name from pg_stat_all_tables
    where schemaname = any(${schemas}::text[]) and ${condition} order by 1`);
  // One after the other, each in its own turn: calls in between do not wait for all of them.
  for (const { name } of tables) await owner.query({ text: `${command} ${name}`, values: [] });
  return tables.map((table) => table.name);
}
