import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StartFailure } from '#server/db/errors.ts';

/**
 * Writes a new compressed file that only its owner can read. It gets its name once it is complete and synced to disk;
 * an existing file is never overwritten.
 * @param option The option that named the file
 * @returns its size in bytes
 * @throws StartFailure
 */
export async function writeNewFile(option: string, file: string, content: Readable): Promise<number> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    const handle = await open(file, 'r').catch(() => null);
    if (handle !== null) {
      await handle.close();
      throw new StartFailure(`--${option} ${file} already exists and will not be overwritten`);
    }
    await pipeline(content, createGzip(), createWriteStream(draft, { mode: 0o600, flags: 'wx' }));
    const written = await open(draft, 'r+');
    try {
      await written.sync();
      // Fails instead of replacing a file that another process has created meanwhile.
      await link(draft, file);
      return (await written.stat()).size;
    } finally {
      await written.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) {
      throw new StartFailure(`--${option} ${file} cannot be written: ${error.message}`);
    }
    throw error;
  } finally {
    // A folder that is a file has no draft.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}
