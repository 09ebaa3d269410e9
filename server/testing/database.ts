import { randomBytes } from 'node:crypto';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '#server/db/db.ts';
import { type Engine, SILENT_LOG } from '#server/db/engine.ts';
import { migrate } from '#server/db/migrate.ts';
import { openPglite } from '#server/db/pglite.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { addTestFunctions } from './tables.ts';

// One engine for all files that a worker runs: an engine costs seconds, and empty tables cost milliseconds.
let shared: Promise<Engine> | undefined;

/** The migrated database of this worker, on the engine of the project that runs: `pglite` or `postgres`. */
export async function testDatabase(): Promise<Database> {
  return (await testEngine()).database;
}

/** As `testDatabase`, with the sessions below it: for the tests of the database layer alone. */
export function testEngine(): Promise<Engine> {
  shared ??= open();
  return shared;
}

async function open(): Promise<Engine> {
  const engine =
    inject('engine') === 'postgres' ? openPostgres(await createTestDatabase(), SILENT_LOG) : await openEmbedded();
  await migrate(engine, new Date('2026-01-01T00:00:00Z'));
  await addTestFunctions(engine.database.owner);
  return engine;
}

async function openEmbedded(): Promise<Engine> {
  const dataDir = await copyMigratedFolder();
  // Writing through to the disk is tested on engines of their own; here it would only cost time.
  return openPglite({ dataDir, durable: false, log: SILENT_LOG });
}

/** A folder with a migrated embedded database of its own, closed. */
export async function copyMigratedFolder(): Promise<string> {
  const dataDir = path.join(inject('testFolder'), randomBytes(6).toString('hex'));
  await cp(inject('migratedFolder'), dataDir, { recursive: true });
  return dataDir;
}

/** Makes an empty database on the server of the project `postgres`; the run drops it at its end. */
export async function createTestDatabase(): Promise<string> {
  const name = `${inject('databasePrefix')}_${randomBytes(4).toString('hex')}`;
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(`create database ${name}`);
  // No test pulls the plug of the server: a commit need not wait for its disk.
  await client.query(`alter database ${name} set synchronous_commit = off`);
  await client.end();
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly engine: 'pglite' | 'postgres';
    /** How often a test of chance is run. */
    readonly trials: 'quick' | 'long';
    readonly inputs: number;
    /** Where the databases of the project `postgres` are made. */
    readonly postgresUrl: string;
    /** How the names of all databases of this run begin. */
    readonly databasePrefix: string;
    /** Of the project `pglite`: what `copyMigratedFolder` copies. */
    readonly migratedFolder: string;
    /** A folder for this run, removed at its end. */
    readonly testFolder: string;
  }
}
