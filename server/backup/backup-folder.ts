import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileCopy } from '#server/db/db.ts';
import { TAR_BLOCK, tarHeader, tarPadding } from './tar.ts';

export const BACKUP_MARK = 'support-console-backup.json';

/** The form of the archive, for a later version that would change it. */
export const BACKUP_FORMAT = 1;

/** Files that a running engine has for itself, and which a copy must not have. */
const OF_THE_PROCESS = /^database\/(?:postmaster\.(?:pid|opts)|backup_label)$/;
const LOG = 'database/pg_wal';

/**
 * The data folder as an archive, piece by piece: a mark first, the key where it is kept there, then all of the database.
 * @param copy given while the database is in use: what has changed meanwhile is mended from its log when it is opened
 */
export async function* readBackup(dataDir: string, now: Date, copy?: FileCopy): AsyncGenerator<Uint8Array> {
  const seconds = Math.floor(now.getTime() / 1000);
  const hasKey = await isThere(path.join(dataDir, 'secret.key'));
  const mark = { format: BACKUP_FORMAT, engine: 'pglite', created_utc: now.toISOString(), key: hasKey };
  yield* readText(BACKUP_MARK, `${JSON.stringify(mark)}\n`, seconds);
  if (hasKey) yield* readPart(dataDir, 'secret.key', seconds);
  if (copy === undefined) yield* readPart(dataDir, 'database', seconds);
  else {
    yield* readPart(dataDir, 'database', seconds, (name) => name !== LOG && !OF_THE_PROCESS.test(name));
    const label = await copy.finish();
    const first = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)$/m.exec(label)?.[1] ?? '';
    yield* readPart(dataDir, LOG, seconds, (name) => !isLogBefore(name, first));
    yield* readText('database/backup_label', label, seconds);
  }
  yield Buffer.alloc(2 * TAR_BLOCK);
}

export async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

function isLogBefore(name: string, first: string): boolean {
  const segment = path.posix.basename(name);
  return /^[0-9A-F]{24}$/.test(segment) && segment < first;
}

function* readText(name: string, text: string, seconds: number): Generator<Uint8Array> {
  const bytes = Buffer.from(text);
  yield tarHeader({ name, kind: 'file', mode: 0o600, size: bytes.length }, seconds);
  yield bytes;
  yield Buffer.alloc(tarPadding(bytes.length));
}

async function* readPart(
  root: string,
  name: string,
  seconds: number,
  isWanted: (name: string) => boolean = () => true,
): AsyncGenerator<Uint8Array> {
  const file = path.join(root, name);
  const found = await describe(file);
  // Tables come and go while they are copied.
  if (found === null || !isWanted(name)) return;
  const permissions = found.mode & 0o777;
  if (found.isFolder) {
    yield tarHeader({ name, kind: 'folder', mode: permissions, size: 0 }, seconds);
    const children: string[] = [];
    for await (const entry of await opendir(file)) children.push(entry.name);
    for (const child of children.toSorted()) yield* readPart(root, `${name}/${child}`, seconds, isWanted);
    return;
  }
  yield tarHeader({ name, kind: 'file', mode: permissions, size: found.size }, seconds);
  yield* readExactly(file, found.size);
  yield Buffer.alloc(tarPadding(found.size));
}

/** As many bytes as the header says, also of a file that has grown or become shorter since. */
async function* readExactly(file: string, size: number): AsyncGenerator<Uint8Array> {
  let left = size;
  if (size > 0) {
    for await (const chunk of createReadStream(file, { end: size - 1 })) {
      if (!(chunk instanceof Uint8Array)) continue;
      left -= chunk.length;
      yield chunk;
    }
  }
  for (; left > 0; left -= TAR_BLOCK) yield Buffer.alloc(Math.min(left, TAR_BLOCK));
}

async function describe(file: string): Promise<{ size: number; mode: number; isFolder: boolean } | null> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return null;
  if (!found.isDirectory() && !found.isFile()) throw new RangeError(`${file} is neither a file nor a folder`);
  return { size: found.size, mode: found.mode, isFolder: found.isDirectory() };
}
