import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '#contract/json.ts';
import { BACKUP_MARK } from './backup-folder.ts';
import { ByteReader } from './byte-reader.ts';
import { readTarHeader, TAR_BLOCK, tarPadding, type TarEntry } from './tar.ts';

/** While it is written the database has another name, so that nobody opens half of one. */
const DRAFT = 'database.restoring';

/**
 * Unpacks a backup into an empty folder. Nothing that the archive names can lie outside of it, and of an archive that
 * is not whole nothing is left behind. @throws RangeError in words for people
 */
export async function restoreBackup(
  dataDir: string,
  chunks: AsyncIterable<Uint8Array>,
  format: number,
): Promise<number> {
  const reader = new ByteReader(chunks);
  try {
    await checkMark(reader, format);
    let files = 0;
    for (;;) {
      const entry = readTarHeader(await reader.read(TAR_BLOCK));
      if (entry === null) break;
      await unpack(dataDir, entry, reader);
      if (entry.kind === 'file') files += 1;
    }
    // The sum of the compressed stream stands at its end.
    await reader.finish();
    await rename(path.join(dataDir, DRAFT), path.join(dataDir, 'database'));
    return files;
  } catch (error) {
    await rm(path.join(dataDir, DRAFT), { recursive: true, force: true });
    await rm(path.join(dataDir, 'secret.key'), { force: true });
    throw error;
  }
}

async function checkMark(reader: ByteReader, format: number): Promise<void> {
  const entry = readTarHeader(await reader.read(TAR_BLOCK));
  if (entry === null || entry.name !== BACKUP_MARK || entry.size > 10_000) throw new RangeError('it is not a backup');
  const mark = parseJson(Buffer.from(await reader.read(entry.size)).toString('utf8'));
  await reader.read(tarPadding(entry.size));
  if (typeof mark !== 'object' || mark === null || !('format' in mark) || mark.format !== format) {
    throw new RangeError('it was made by a version with a different backup format');
  }
}

async function unpack(dataDir: string, entry: TarEntry, reader: ByteReader): Promise<void> {
  const parts = entry.name.split('/');
  const isSafe = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\\'));
  const isKey = entry.name === 'secret.key' && entry.kind === 'file';
  if (!isSafe || !(isKey || parts[0] === 'database'))
    throw new RangeError(`it contains ${entry.name}, which does not belong in a backup`);
  const target = path.join(dataDir, ...(isKey ? parts : [DRAFT, ...parts.slice(1)]));
  if (entry.kind === 'folder') {
    await mkdir(target, { mode: entry.mode });
    return;
  }
  const handle = await open(target, 'wx', entry.mode);
  try {
    for await (const piece of reader.pieces(entry.size)) await handle.writeFile(piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await reader.read(tarPadding(entry.size));
}
