import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '#server/db/db.ts';
import { type Engine, SILENT_LOG } from '#server/db/engine.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { databaseUrl } from './database-url.ts';

// One database for all files that a worker runs: to make it and its connections costs more than to empty its tables.
let shared: Promise<Engine> | undefined;

/** The migrated database of this worker. */
export async function testDatabase(): Promise<Database> {
  return (await testEngine()).database;
}

/** As `testDatabase`, with the sessions below it: for the tests of the database layer alone. */
export function testEngine(): Promise<Engine> {
  shared ??= makeDatabase({ isMigrated: true }).then((url) => openPostgres(url, SILENT_LOG));
  return shared;
}

/** As autovacuum does: fresh statistics, and indexes without rows that wait to be put in. It runs outside of transactions. */
export async function vacuum(...tables: readonly string[]): Promise<void> {
  const { source } = await testEngine();
  await source.use('owner', (connection) => connection.script(`vacuum (analyze) ${tables.join(', ')}`));
}

/** Makes an empty database; the run drops it at its end. */
export function createTestDatabase(): Promise<string> {
  return makeDatabase({ isMigrated: false });
}

/** As `createTestDatabase`, with an ICU locale such as `en-US`, as a server of somebody else's may have. */
export function createDatabaseOfLocale(icuLocale: string): Promise<string> {
  return makeDatabase({ isMigrated: false, icuLocale });
}

/** Makes a migrated database without a site; the run drops it at its end. */
export function createMigratedDatabase(): Promise<string> {
  return makeDatabase({ isMigrated: true });
}

async function makeDatabase({
  isMigrated,
  icuLocale,
}: {
  readonly isMigrated: boolean;
  readonly icuLocale?: string;
}): Promise<string> {
  const name = `${inject('databasePrefix')}_${randomBytes(4).toString('hex')}`;
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  const locale = `template template0 encoding 'UTF8' locale_provider icu icu_locale '${icuLocale}' lc_collate 'C' lc_ctype 'C'`;
  const like = icuLocale === undefined ? (isMigrated ? `template ${inject('databaseTemplate')}` : '') : locale;
  await client.query(`create database ${name} ${like}`);
  // No test pulls the plug of the server: a commit need not wait for its disk.
  await client.query(`alter database ${name} set synchronous_commit = off`);
  await client.end();
  return databaseUrl(inject('postgresUrl'), name);
}

declare module 'vitest' {
  interface ProvidedContext {
    /** How often a test of chance is run. */
    readonly trials: 'quick' | 'long';
    readonly inputs: number;
    /** The server on which databases are made. */
    readonly postgresUrl: string;
    /** How the names of all databases of this run begin. */
    readonly databasePrefix: string;
    /** The migrated database that others are copied from. */
    readonly databaseTemplate: string;
    /** A folder for this run, removed at its end. */
    readonly testFolder: string;
  }
}
