import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DurableNodeFs } from './durable-node-fs.ts';

export interface PgliteEngine {
  readonly pg: PGlite;
  /** How many fsyncs the engine has made; always 0 where it is not durable. */
  readonly syncs: () => number;
}

/**
 * Opens the embedded engine on a folder. A folder that is absent is made under another name and moved into place when
 * it is whole, so that an interrupted first start leaves nothing half made.
 * @throws Error when the engine does not start, or when its writes do not reach the disk.
 */
export async function openPgliteEngine(folder: string, durable: boolean): Promise<PgliteEngine> {
  const entries = await listFolder(folder);
  if (entries.length === 0) await makeFolder(folder, durable);
  else if (!entries.includes('PG_VERSION')) throw new Error(`${folder} contains something else`);
  return start(folder, durable);
}

/** @returns the names in it, none where there is no such folder. */
async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

async function makeFolder(folder: string, durable: boolean): Promise<void> {
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const { pg } = await start(unfinished, false);
  await pg.close();
  if (durable) await syncTree(unfinished);
  await rmdir(folder).catch(() => undefined);
  await rename(unfinished, folder);
  if (durable) await syncPath(path.dirname(folder));
}

async function start(folder: string, durable: boolean): Promise<PgliteEngine> {
  const fs = durable ? new DurableNodeFs(folder) : new NodeFS(folder);
  const pg = await PGlite.create({ fs, extensions: { pg_trgm }, startParams: startParams(durable) });
  const syncs = () => (fs instanceof DurableNodeFs ? fs.syncs : 0);
  if (durable) {
    const before = syncs();
    await pg.query(`select pg_logical_emit_message(true, 'support-console', 'write through')`);
    if (syncs() === before) throw new Error('The embedded database does not write through to the disk');
  }
  return { pg, syncs };
}

function startParams(durable: boolean): string[] {
  const rest = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
  // Its fdatasync is a stub, so the write-ahead log is synced by fsync, which is not.
  const safety = durable ? ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'] : ['-c', 'fsync=off'];
  return [...rest, ...safety, '-c', 'max_wal_size=128MB'];
}

async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    const full = path.join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(full) : syncPath(full));
  }
  await syncPath(folder);
}

async function syncPath(name: string): Promise<void> {
  const handle = await open(name, 'r').catch(() => null);
  // Windows neither opens a folder nor syncs a file opened for reading.
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
