import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { canLogIn } from '#tools/setup/start-postgres.ts';

/** Runs `work` over a new database of the PostgreSQL on this machine and drops it after; says so where there is none. */
export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  if (!(await canLogIn(server))) return console.log('PostgreSQL is left out: none answers on 127.0.0.1:5432');
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
  }
}
