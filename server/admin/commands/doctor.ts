import { readFile, statfs, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isOpenToOthers } from '#server/serve/close-data-dir.ts';
import { readForwardingMark } from '#server/serve/forwarding-mark.ts';
import { weaknessOf } from '#server/secrets/app-keys.ts';
import type { MachineCommand } from '#server/admin/command.ts';
import { ConfigError, readConfig, type Config } from '#server/config.ts';
import { DatabaseUnavailable, QueryError } from '#server/db/errors.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { type Engine, SILENT_LOG } from '#server/db/engine.ts';
import { readRows } from '#server/db/read-rows.ts';

/** Each is `ok`, or says what to do. */
interface Findings {
  readonly key: string;
  readonly data_dir: string;
  readonly forwarding: string;
  readonly provider: string;
  readonly embedding: string;
  readonly disk: string;
  readonly clock: string;
}

const OK = 'ok';
const MIB = 1024 * 1024;
/** Uploads in progress alone may take half of it. */
const MIN_FREE_MIB = 1024;

export type FreeBytes = (folder: string) => Promise<number>;

/**
 * Findings for the operator about this machine and its variables (docs/operating.md, "Administration"). Changes nothing
 * and reveals no secrets.
 * @throws ConfigError for a variable that no finding covers
 */
export async function examine(
  env: Readonly<Record<string, string | undefined>>,
  clock: () => Date,
  freeBytes: FreeBytes = readFreeBytes,
): Promise<Findings> {
  const examined = readDespiteFaults(env);
  const { config, faults } = examined;
  return {
    key: await examineKey(examined),
    data_dir: await examineDataDir(config.dataDir),
    forwarding: config.trustProxy > 0 ? OK : await examineForwarding(config.dataDir),
    provider: faults.get('AI_PROVIDER_BASE_URL') ?? OK,
    embedding: faults.get('EMBED_ORIGINS') ?? examineEmbedding(config),
    disk: await examineDisk(config.dataDir, freeBytes),
    clock: await examineClock(config, clock),
  };
}

async function examineKey({ config: { appSecret, dataDir, upstreamBaseUrl }, faults }: Examined): Promise<string> {
  const fault = faults.get('APP_SECRET') ?? faults.get('APP_SECRET_PREVIOUS');
  if (fault !== undefined) return fault;
  if (appSecret !== null || upstreamBaseUrl !== null) return OK;
  const file = path.join(dataDir, 'secret.key');
  try {
    const weakness = weaknessOf((await readFile(file, 'utf8')).trim());
    if (weakness === null) return OK;
    return `the key in ${file} ${weakness}: set APP_SECRET, or remove the file so that a new one is made; links and webhook secrets of the old key must be issued again`;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    // The service creates it at its first start.
    return code === 'ENOENT' ? OK : `the key in ${file} cannot be read (${code}): give the service’s user access to it`;
  }
}

async function examineDataDir(dataDir: string): Promise<string> {
  const orders = [
    ...((await isOpenToOthers(dataDir)) ? [`chmod 700 ${dataDir}`] : []),
    ...((await isOpenToOthers(path.join(dataDir, 'secret.key')))
      ? [`chmod 600 ${path.join(dataDir, 'secret.key')}`]
      : []),
  ];
  return orders.length === 0 ? OK : `open to other users of this machine: ${orders.join('; ')}`;
}

async function examineForwarding(dataDir: string): Promise<string> {
  const seen = await readForwardingMark(dataDir);
  if (seen.length === 0) return OK;
  return `calls came with ${seen.join(', ')} and TRUST_PROXY is 0: set it to the number of proxies in front of the service`;
}

/** Browsers load nothing without TLS into a page that came by TLS, except from the same machine. */
function examineEmbedding({ embedOrigins, publicUrl }: Examined['config']): string {
  const secure = embedOrigins.find((origin) => origin.startsWith('https:'));
  if (secure === undefined || publicUrl.startsWith('https:')) return OK;
  return `${secure} of EMBED_ORIGINS shows no frame of ${publicUrl}, which is http: set PUBLIC_URL to the https address of the service`;
}

async function examineDisk(dataDir: string, freeBytes: FreeBytes): Promise<string> {
  const mib = Math.floor((await freeBytes(dataDir)) / MIB);
  return mib >= MIN_FREE_MIB ? OK : `${mib} MiB are free where DATA_DIR is: free up at least ${MIN_FREE_MIB} MiB`;
}

/** Free space where the folder is or will be. */
async function readFreeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = path.dirname(folder);
    if (parent === folder) throw error;
    return readFreeBytes(parent);
  }
}

export const doctor: MachineCommand = {
  name: 'doctor',
  options: [],
  prepareMachine:
    () =>
    async ({ env, clock }) =>
      examine(env, clock),
};

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables whose faults are findings, with a valid value to use instead. */
const EXAMINED: ReadonlyMap<string, string> = new Map([
  ['APP_SECRET', 'stands in for a key that was refused'],
  ['APP_SECRET_PREVIOUS', ''],
  ['AI_PROVIDER_BASE_URL', ''],
  ['EMBED_ORIGINS', ''],
]);

export interface Examined {
  readonly config: Config;
  /** By variable, the message with which the service would refuse to start. */
  readonly faults: ReadonlyMap<string, string>;
}

/**
 * Reads the configuration despite faults in these variables, so that one fault does not hide the next.
 * @throws ConfigError for any other variable, as the service does
 */
export function readDespiteFaults(env: Variables): Examined {
  const faults = new Map<string, string>();
  let variables = env;
  for (;;) {
    try {
      return { config: readConfig(variables), faults };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const standIn = EXAMINED.get(error.variable);
      if (standIn === undefined || faults.has(error.variable)) throw error;
      faults.set(error.variable, error.message);
      variables = { ...variables, [error.variable]: standIn };
    }
  }
}

/**
 * Allowed difference between the nodes and their database; more distorts the windows of limits and the expiry of links.
 */
const MAX_SKEW_MS = 5_000;
/** A file system may round times, or be on another machine. */
const MAX_AHEAD_MS = 60_000;

type Location = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl' | 'databaseDirectUrl' | 'upstreamBaseUrl'>;

/** Checks that no file is newer than the clock, then compares the clock with an external database server. */
export async function examineClock(location: Location, clock: () => Date): Promise<string> {
  const { dataDir, databaseUrl, upstreamBaseUrl } = location;
  const aheadMs = (await newestChange(dataDir)) - clock().getTime();
  if (aheadMs > MAX_AHEAD_MS) {
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
    if (apartMs <= MAX_SKEW_MS) return 'ok';
    return `the clock is ${seconds(apartMs)} s apart from the database server's: set both by NTP`;
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) && !(error instanceof QueryError)) throw error;
    return `the database server's clock cannot be read (${error.message}): check that DATABASE_URL and DATABASE_OWNER_URL work`;
  } finally {
    await engine.database.close();
  }
}

/** The latest change in ms of the folder, the embedded database and their direct entries; 0 if there are none. */
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

/** Reads the clock of the database server in ms, to compare it with the local one. */
export async function readServerTime({ source }: Engine): Promise<number> {
  const text = `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  const [row] = readRows<{ ms: number }>(
    await source.use('owner', (connection) => connection.run({ text, values: [] })),
  );
  if (row === undefined) throw new Error('the time was not answered');
  return row.ms;
}
