import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { acquireDataDirLock } from '#server/db/data-dir-lock.ts';
import type { DatabaseLog, Engine } from '#server/db/engine.ts';
import { StartFailure } from '#server/db/errors.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { runningUrl } from './endpoint.ts';

interface EmbeddedLocation {
  readonly dataDir: string;
  readonly log: DatabaseLog;
  /** Connects to the server of a running service, if there is one. */
  readonly isShared: boolean;
}

/**
 * Locks `dataDir` and starts the embedded PostgreSQL in `dataDir/postgres`. Closing the database stops it.
 * @throws StartFailure if another process has it open (exit code 3), or if it cannot be opened (1).
 */
export async function openEmbedded({ dataDir, log, isShared }: EmbeddedLocation): Promise<Engine> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartFailure(`DATA_DIR cannot be created: ${String(error)}`);
  }
  await refuseEarlierFormat(dataDir);
  const folder = path.join(dataDir, 'postgres');
  let release: () => Promise<void>;
  try {
    release = await acquireDataDirLock(dataDir);
  } catch (taken) {
    const url = isShared ? await runningUrl(folder) : null;
    if (url === null) throw taken;
    return openPostgres(appUrlOf(url), log, { ownerUrl: url });
  }
  try {
    const server = await startEmbeddedPostgres({ folder, log });
    await ensureAppLogin(server.url);
    const engine = openPostgres(appUrlOf(server.url), log, { ownerUrl: server.url });
    const stop = async (): Promise<void> => {
      try {
        await server.stop();
      } finally {
        await release();
      }
    };
    return { ...engine, database: closingWith(engine.database, stop) };
  } catch (error) {
    await release();
    throw error;
  }
}

function closingWith(database: Engine['database'], end: () => Promise<void>): Engine['database'] {
  const close = async (): Promise<void> => {
    try {
      await database.close();
    } finally {
      await end();
    }
  };
  let closed: Promise<void> | null = null;
  return { ...database, close: () => (closed ??= close()) };
}

/** Earlier versions embedded another database in the folder `database`. Refuses it and leaves it untouched. */
async function refuseEarlierFormat(dataDir: string): Promise<void> {
  const hasEarlierDatabase = await stat(path.join(dataDir, 'database/PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (hasEarlierDatabase)
    throw new StartFailure(
      `DATA_DIR ${dataDir} holds a database of an earlier version: export it with that version, and restore it into an empty DATA_DIR`,
    );
}

const APP = 'support_console_app';

/** The address for logging in as the role behind row-level security. @param url of the superuser */
function appUrlOf(url: string): string {
  const app = new URL(url);
  app.username = APP;
  return app.href;
}

/** Lets the role of the service log in, with the superuser's password if the server asks for one. */
async function ensureAppLogin(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { password } = new URL(url);
    const { rows } = await client.query('select from pg_roles where rolname = $1', [APP]);
    await client.query(
      `${rows.length === 0 ? 'create' : 'alter'} role ${APP} login nobypassrls` +
        (password === '' ? '' : ` password ${client.escapeLiteral(decodeURIComponent(password))}`),
    );
  } finally {
    await client.end();
  }
}
