import { checkAppLogin } from './check-app-login.ts';
import type { Database } from './db.ts';
import { type DatabaseLog, type Engine, SILENT_LOG } from './engine.ts';
import { DatabaseUnavailable, QueryError, StartFailure } from './errors.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';

export interface DatabaseOptions {
  /** Folder of the embedded database; not touched where `databaseUrl` is given. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** The owner's own login, where `databaseUrl` is that of the service alone. */
  readonly databaseOwnerUrl?: string | null;
  readonly log?: DatabaseLog;
  /** Time that stands in schema_migration. */
  readonly now?: Date;
}

export interface OpenedDatabase {
  readonly database: Database;
  /** Names of the migrations that this opening applied. */
  readonly applied: readonly string[];
}

/**
 * Opens the database of the service, ready for use: the lock of the embedded engine taken, migrations applied.
 * @throws StartFailure with one line for people and the exit code.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return (await openMigrated(options)).database;
}

/** The engine as it is, without a look at its migrations. @throws StartFailure */
export async function openEngine(options: DatabaseOptions): Promise<Engine> {
  const { dataDir, databaseUrl, databaseOwnerUrl = null, log = SILENT_LOG } = options;
  if (databaseUrl === null) return openPglite({ dataDir, durable: true, log });
  return openPostgres(databaseUrl, log, databaseOwnerUrl);
}

/** As `openDatabase`, and answers what was applied. */
export async function openMigrated({ now = new Date(), ...options }: DatabaseOptions): Promise<OpenedDatabase> {
  const engine = await openEngine(options);
  const applied = await migrateOrClose(engine, now);
  return { database: engine.database, applied };
}

/** Migrates, and closes the engine again when that fails. */
export async function migrateOrClose(engine: Engine, now: Date): Promise<readonly string[]> {
  try {
    const applied = await migrate(engine, now);
    await checkAppLogin(engine);
    return applied;
  } catch (error) {
    await engine.database.close().catch(() => undefined);
    if (error instanceof DatabaseUnavailable)
      throw new StartFailure(`The database cannot be reached: ${error.message}`);
    if (error instanceof QueryError) throw new StartFailure(`The database refused: ${error.message}`);
    throw error;
  }
}
