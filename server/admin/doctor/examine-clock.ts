import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/config.ts';
import { DatabaseUnavailable, QueryError } from '#server/db/errors.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { type Engine, SILENT_LOG } from '#server/db/engine.ts';
import { readRows } from '#server/db/read-rows.ts';

/** Between the nodes and their database; more moves the windows of limits and the ends of links. */
const MOST_APART_MS = 5_000;
/** A file system may round, or be another machine's. */
const MOST_AHEAD_MS = 60_000;

type Location = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl' | 'databaseDirectUrl' | 'upstreamBaseUrl'>;

/** Compares the clock with that of the database, or with what the service wrote while the clock was ahead of today's. */
export async function examineClock(location: Location, clock: () => Date): Promise<string> {
  const { dataDir, databaseUrl, upstreamBaseUrl } = location;
  const aheadMs = (await newestChange(dataDir)) - clock().getTime();
  if (aheadMs > MOST_AHEAD_MS) {
    return `files in DATA_DIR are ${seconds(aheadMs)} s ahead of the clock, which was set back: set it by NTP`;
  }
  if (databaseUrl === null || upstreamBaseUrl !== null) return 'ok';
  const { databaseOwnerUrl: ownerUrl, databaseDirectUrl: directUrl } = location;
  const engine = openPostgres(databaseUrl, SILENT_LOG, { ownerUrl, directUrl });
  return compareWithDatabase(engine, clock);
}

async function compareWithDatabase(engine: Engine, clock: () => Date): Promise<string> {
  try {
    const before = clock().getTime();
    const there = await readServerTime(engine);
    const apartMs = Math.abs(there - (before + clock().getTime()) / 2);
    if (apartMs <= MOST_APART_MS) return 'ok';
    return `the clock is ${seconds(apartMs)} s apart from the database server's: set both by NTP`;
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) && !(error instanceof QueryError)) throw error;
    return `the database server's clock cannot be read (${error.message}): check that DATABASE_URL and DATABASE_OWNER_URL work`;
  } finally {
    await engine.database.close();
  }
}

/** Of the folder, the embedded database and what lies directly in both; 0 where there is nothing. */
async function newestChange(dataDir: string): Promise<number> {
  let newest = 0;
  for (const folder of [dataDir, path.join(dataDir, 'postgres')]) {
    for (const name of await readdir(folder).catch(() => [])) {
      const times = await stat(path.join(folder, name)).catch(() => null);
      newest = Math.max(newest, times?.mtimeMs ?? 0);
    }
  }
  return newest;
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

/** Reads the clock of the database server in ms, only to compare it with ours. */
export async function readServerTime({ source }: Engine): Promise<number> {
  const text = `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  const [row] = readRows<{ ms: number }>(
    await source.use('owner', (connection) => connection.run({ text, values: [] })),
  );
  if (row === undefined) throw new Error('the time was not answered');
  return row.ms;
}
