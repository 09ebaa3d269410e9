import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { SILENT_LOG } from '#server/db/engine.ts';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { databaseUrl } from './database-url.ts';
import { addTestFunctions } from './tables.ts';

/**
 * Prepares a run of the service's tests: a folder, and a server that all workers share, embedded or that of
 * TEST_DATABASE_URL, with a migrated database to copy. Removes all of it afterwards.
 */
export default async function setUpRun(project: TestProject): Promise<() => Promise<void>> {
  const testFolder = await mkdtemp(path.join(tmpdir(), 'support-console-test-'));
  const { url, stop } = await findServer(testFolder);
  const end = await prepareRun(project, { testFolder, url });
  return async () => {
    await end();
    await stop();
    await rm(testFolder, { recursive: true, force: true });
  };
}

/**
 * Creates the databases that workers share on a server.
 * @returns a function that drops them
 */
export async function prepareRun(
  project: TestProject,
  { testFolder, url }: { readonly testFolder: string; readonly url: string },
): Promise<() => Promise<void>> {
  const databasePrefix = `support_console_test_${randomBytes(5).toString('hex')}`;
  const template = `${databasePrefix}_template`;
  await makeTemplate(url, template);
  project.provide('testFolder', testFolder);
  project.provide('postgresUrl', url);
  project.provide('databasePrefix', databasePrefix);
  project.provide('databaseTemplate', template);
  return () => dropDatabases(url, databasePrefix);
}

async function findServer(testFolder: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const named = process.env['TEST_DATABASE_URL'] ?? '';
  if (named !== '') return { url: named, stop: () => Promise.resolve() };
  return startEmbeddedPostgres({ folder: path.join(testFolder, 'postgres'), log: SILENT_LOG, isForTests: true });
}

async function makeTemplate(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const engine = openPostgres(databaseUrl(url, name), SILENT_LOG);
  await migrate(engine, new Date('2026-01-01T00:00:00Z'));
  await addTestFunctions(engine.database.owner);
  await engine.database.close();
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [`${prefix}_`],
    );
    for (const { datname } of rows)
      await client.query(`drop database if exists ${pg.escapeIdentifier(datname)} with (force)`);
  } finally {
    await client.end();
  }
}
