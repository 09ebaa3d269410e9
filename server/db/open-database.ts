import { openEmbedded } from './embedded/open-embedded.ts';
import { checkAppLogin } from './check-app-login.ts';
import type { Database } from './db.ts';
import { type DatabaseLog, type Engine, SILENT_LOG } from './engine.ts';
import { toStartFailure } from './errors.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { refusePoolers } from './refuse-poolers.ts';

export interface DatabaseOptions {
  /** Folder of the embedded database; ignored with `databaseUrl`. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** The owner's login, if `databaseUrl` is only for the service. */
  readonly databaseOwnerUrl?: string | null;
  /** The server itself, if `databaseUrl` is a transaction pooler. */
  readonly databaseDirectUrl?: string | null;
  readonly log?: DatabaseLog;
  /** Connects to the embedded server of a running service, if there is one. */
  readonly isShared?: boolean;
  /** The time to record in schema_migration. */
  readonly now?: Date;
}

export interface OpenedDatabase {
  readonly database: Database;
  /** Names of the migrations that were applied now. */
  readonly applied: readonly string[];
}

/**
 * Opens the database of the service, starts the embedded one if needed, and applies migrations.
 * @throws StartFailure with a message of one line and the exit code.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return (await openMigrated(options)).database;
}

/** Opens the database without migrating it. @throws StartFailure */
export async function openEngine(options: DatabaseOptions): Promise<Engine> {
  const { dataDir, databaseUrl, log = SILENT_LOG, isShared = false } = options;
  if (databaseUrl === null) return openEmbedded({ dataDir, log, isShared });
  const { databaseOwnerUrl: ownerUrl = null, databaseDirectUrl: directUrl = null } = options;
  await refusePoolers({ databaseUrl, ownerUrl, directUrl });
  return openPostgres(databaseUrl, log, { ownerUrl, directUrl });
}

/** As `openDatabase`; also returns the names of the migrations that it applied. */
export async function openMigrated({ now = new Date(), ...options }: DatabaseOptions): Promise<OpenedDatabase> {
  const engine = await openEngine(options);
  const applied = await migrateOrClose(engine, now);
  return { database: engine.database, applied };
}

/** Migrates; closes the engine if that fails. */
export async function migrateOrClose(engine: Engine, now: Date): Promise<readonly string[]> {
  try {
    const applied = await migrate(engine, now);
    await checkAppLogin(engine);
    return applied;
  } catch (error) {
    await engine.database.close().catch(() => undefined);
    throw toStartFailure(error);
  }
}
