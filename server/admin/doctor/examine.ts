import { readFile, statfs } from 'node:fs/promises';
import path from 'node:path';
import { isOpenToOthers } from '#server/serve/close-data-dir.ts';
import { readForwardingMark } from '#server/serve/forwarding-mark.ts';
import { examineClock } from './examine-clock.ts';
import { readDespiteFaults, type Examined } from './read-despite-faults.ts';
import { weaknessOf } from '#server/secrets/app-keys.ts';
import type { MachineCommand } from '#server/admin/command.ts';

/** Each is `ok`, or what to do. */
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
/** Uploads in work alone may take half of it. */
const LEAST_FREE_MIB = 1024;

export type FreeBytes = (folder: string) => Promise<number>;

/**
 * Findings for the operator on this machine and its variables (docs/operating.md, "Administration"). Nothing is
 * changed, and nothing secret is answered.
 * @throws ConfigError for a variable that none of the findings is about.
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
    // It is made at the first start.
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

/** Browsers load nothing in the clear into a page that came by TLS, but from the same machine. */
function examineEmbedding({ embedOrigins, publicUrl }: Examined['config']): string {
  const secure = embedOrigins.find((origin) => origin.startsWith('https:'));
  if (secure === undefined || publicUrl.startsWith('https:')) return OK;
  return `${secure} of EMBED_ORIGINS shows no frame of ${publicUrl}, which is http: set PUBLIC_URL to the https address of the service`;
}

async function examineDisk(dataDir: string, freeBytes: FreeBytes): Promise<string> {
  const mib = Math.floor((await freeBytes(dataDir)) / MIB);
  return mib >= LEAST_FREE_MIB ? OK : `${mib} MiB are free where DATA_DIR is: free up at least ${LEAST_FREE_MIB} MiB`;
}

/** Where the folder is, or will be. */
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
