import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '#server/db/db.ts';
import { type Engine, SILENT_LOG } from '#server/db/engine.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { databaseUrl } from './database-url.ts';

// One database for all files of a worker: creating it and its connections costs more than emptying its tables.
let shared: Promise<Engine> | undefined;

/** The migrated database of this worker. */
export async function testDatabase(): Promise<Database> {
  return (await testEngine()).database;
}

/** Like `testDatabase`, with the layer below it, for the tests of the database layer. */
export function testEngine(): Promise<Engine> {
  shared ??= makeDatabase({ isMigrated: true }).then((url) => openPostgres(url, SILENT_LOG));
  return shared;
}

/**
 * Does what autovacuum does: updates statistics and flushes the pending lists of indexes. It runs outside of
 * transactions.
 */
export async function vacuum(...tables: readonly string[]): Promise<void> {
  const { source } = await testEngine();
  await source.use('owner', (connection) => connection.script(`vacuum (analyze) ${tables.join(', ')}`));
}

/** Creates an empty database, which is dropped after the run. */
export function createTestDatabase(): Promise<string> {
  return makeDatabase({ isMigrated: false });
}

/** Like `createTestDatabase`, with an ICU locale such as `en-US`, as an external server may have. */
export function createDatabaseOfLocale(icuLocale: string): Promise<string> {
  return makeDatabase({ isMigrated: false, icuLocale });
}

/** Creates a migrated database without a site, which is dropped after the run. */
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
  // No test crashes the server, so a commit need not wait for the disk.
  await client.query(`alter database ${name} set synchronous_commit = off`);
  await client.end();
  return databaseUrl(inject('postgresUrl'), name);
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of runs of property tests. */
    readonly trials: 'quick' | 'long';
    readonly inputs: number;
    /** The server of the test databases. */
    readonly postgresUrl: string;
    /** The prefix of the names of all databases of this run. */
    readonly databasePrefix: string;
    /** The migrated database that others are copied from. */
    readonly databaseTemplate: string;
    /** A folder for this run, removed at its end. */
    readonly testFolder: string;
  }
}
