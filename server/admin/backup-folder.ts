import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { TAR_BLOCK, tarHeader, tarPadding } from './tar.ts';

export const BACKUP_MARK = 'support-console-backup.json';

interface BackupParts {
  /** `database` and, where the key is kept there, `secret.key`. */
  readonly names: readonly string[];
  readonly mark: object;
  readonly now: Date;
}

/** The data folder as an archive, piece by piece: the mark first, then each part with everything below it. */
export async function* readBackup(dataDir: string, { names, mark, now }: BackupParts): AsyncGenerator<Uint8Array> {
  const seconds = Math.floor(now.getTime() / 1000);
  const text = Buffer.from(`${JSON.stringify(mark)}\n`);
  yield tarHeader({ name: BACKUP_MARK, kind: 'file', mode: 0o600, size: text.length }, seconds);
  yield text;
  yield Buffer.alloc(tarPadding(text.length));
  for (const name of names) yield* readPart(dataDir, name, seconds);
  yield Buffer.alloc(2 * TAR_BLOCK);
}

async function* readPart(root: string, name: string, seconds: number): AsyncGenerator<Uint8Array> {
  const file = path.join(root, name);
  const { size, mode, ...found } = await describe(file);
  const permissions = mode & 0o777;
  if (found.isFolder) {
    yield tarHeader({ name, kind: 'folder', mode: permissions, size: 0 }, seconds);
    const children: string[] = [];
    for await (const entry of await opendir(file)) children.push(entry.name);
    for (const child of children.toSorted()) yield* readPart(root, `${name}/${child}`, seconds);
    return;
  }
  yield tarHeader({ name, kind: 'file', mode: permissions, size }, seconds);
  for await (const chunk of createReadStream(file)) if (chunk instanceof Uint8Array) yield chunk;
  yield Buffer.alloc(tarPadding(size));
}

async function describe(file: string): Promise<{ size: number; mode: number; isFolder: boolean }> {
  const found = await stat(file);
  if (!found.isDirectory() && !found.isFile()) throw new RangeError(`${file} is neither a file nor a folder`);
  return { size: found.size, mode: found.mode, isFolder: found.isDirectory() };
}
