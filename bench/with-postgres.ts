import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { SILENT_LOG } from '#server/db/engine.ts';

/** Runs `work` over a new database of the embedded PostgreSQL, or of TEST_DATABASE_URL, and drops it after. */
export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const named = process.env['TEST_DATABASE_URL'];
  const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
  const own =
    named === undefined ? await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: SILENT_LOG }) : null;
  const server = named ?? own?.url ?? '';
  const name = `support_console_test_${randomBytes(5).toString('hex')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    await work(url.href);
  } finally {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
    await own?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
