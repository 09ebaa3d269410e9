import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrate.ts';
import { openPglite } from '#server/db/pglite.ts';
import { keptFolder } from './kept-folder.ts';
import { SILENT_LOG } from '#server/db/engine.ts';

/** Before and after a run of the projects `pglite` and `postgres`: a folder and a prefix of names, both removed again. */
export default async function setUpRun(project: TestProject): Promise<() => Promise<void>> {
  const testFolder = await mkdtemp(path.join(tmpdir(), 'support-console-test-'));
  const databasePrefix = `support_console_test_${randomBytes(5).toString('hex')}`;
  project.provide('testFolder', testFolder);
  project.provide('databasePrefix', databasePrefix);
  const { engine, postgresUrl } = project.getProvidedContext();
  project.provide('migratedFolder', engine === 'pglite' ? await migratedFolder() : '');
  return async () => {
    await rm(testFolder, { recursive: true, force: true });
    if (engine === 'postgres') await dropDatabases(postgresUrl, databasePrefix);
  };
}

/** A folder with a migrated embedded database, closed: making one takes seconds, a copy does not. */
function migratedFolder(): Promise<string> {
  return keptFolder({
    name: 'migrated-database',
    madeBy: ['server/db/**/*.ts', 'server/migrations/*'],
    async make(dataDir) {
      const engine = await openPglite({ dataDir, durable: false, log: SILENT_LOG });
      await migrate(engine, new Date('2026-01-01T00:00:00Z'));
      await engine.database.close();
    },
  });
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
