import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Connection } from './connection.ts';
import type { Engine } from './engine.ts';
import { QueryError, StartFailure } from './errors.ts';
import { prepareRole } from './prepare-role.ts';
import { readRows } from './read-rows.ts';

/** An arbitrary number that must be the same in all versions. */
const LOCK = '7305421198340021';
const MIN_SERVER_VERSION = 150_000;

export const MIGRATIONS = path.join(import.meta.dirname, '../migrations');

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

interface AppliedRow {
  readonly name: string;
  readonly checksum: string;
}

interface MigrateOptions {
  readonly folder?: string;
  /** Which migrations to apply: a backup is loaded into the tables of its own version. */
  readonly isWanted?: (name: string) => boolean;
}

/**
 * Applies pending migrations, each in its own transaction. A lock serializes nodes that start at the same time; the later
 * ones find nothing to do.
 * @returns the names of the applied migrations, in order.
 * @throws StartFailure if the server is too old, the database is newer than this version, or a migration fails.
 */
export async function migrate(
  { source, hasAppLogin }: Engine,
  now: Date,
  { folder = MIGRATIONS, isWanted = () => true }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return source.use('owner', async (connection) => {
    await checkServer(connection);
    await connection.script(`select pg_advisory_lock(${LOCK})`);
    try {
      return await applyMissing(connection, { migrations, isWanted, becomesApp: !hasAppLogin }, now);
    } finally {
      await connection.script(`select pg_advisory_unlock(${LOCK})`);
    }
  });
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^[0-9]{4}_[a-z0-9_]+\.sql$/.test(file)).toSorted();
  return Promise.all(
    files.map(async (file) => {
      // A checkout with other line endings is still the same migration.
      const text = (await readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      return { name: file.slice(0, -4), text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function checkServer(connection: Connection): Promise<void> {
  const text = `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`;
  const [version] = readRows<{ number: number; name: string }>(await connection.run({ text, values: [] }));
  if (version !== undefined) requireServer(version.number, version.name);
}

/** @param number `server_version_num`, such as 150004. @throws StartFailure below PostgreSQL 15. */
export function requireServer(number: number, name: string): void {
  if (number < MIN_SERVER_VERSION)
    throw new StartFailure(`DATABASE_URL points to PostgreSQL ${name}; version 15 or newer is needed`);
}

interface ApplyOptions {
  readonly migrations: readonly Migration[];
  readonly isWanted: (name: string) => boolean;
  /** True if the service uses the owner's login, which then switches to the service's role. */
  readonly becomesApp: boolean;
}

async function applyMissing(
  connection: Connection,
  { migrations, isWanted, becomesApp }: ApplyOptions,
  now: Date,
): Promise<string[]> {
  await connection.script(
    `create table if not exists schema_migration (name text primary key, checksum text not null, applied_utc timestamptz(3) not null)`,
  );
  const text = 'select name, checksum from schema_migration order by name';
  const applied = readRows<AppliedRow>(await connection.run({ text, values: [] }));
  checkApplied(applied, migrations);
  const names = new Set(applied.map(({ name }) => name));
  const missing = migrations.filter(({ name }) => !names.has(name) && isWanted(name));
  if (missing.length > 0) await prepareRole(connection, becomesApp);
  for (const migration of missing) await apply(connection, migration, now);
  return missing.map(({ name }) => name);
}

function checkApplied(applied: readonly AppliedRow[], migrations: readonly Migration[]): void {
  for (const { name, checksum } of applied) {
    const known = migrations.find((migration) => migration.name === name);
    if (known === undefined) {
      throw new StartFailure(
        `The database is newer than this version: it has the migration ${name}, which is unknown here`,
      );
    }
    if (known.checksum !== checksum) {
      throw new StartFailure(
        `The migration ${name} is not the one that was applied to the database: its text has changed`,
      );
    }
  }
}

async function apply(connection: Connection, { name, text, checksum }: Migration, now: Date): Promise<void> {
  connection.begin({ role: 'owner' });
  try {
    await connection.script(text);
    const insert = 'insert into schema_migration (name, checksum, applied_utc) values ($1, $2, $3)';
    await connection.run({ text: insert, values: [name, checksum, now.toISOString()] });
    await connection.script('commit');
  } catch (error) {
    await connection.script('rollback').catch(() => undefined);
    if (error instanceof QueryError) throw new StartFailure(`The migration ${name} failed: ${error.message}`);
    throw error;
  }
}
