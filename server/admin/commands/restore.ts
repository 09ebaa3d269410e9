import { createReadStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { BACKUP_FORMAT } from '#server/backup/backup-folder.ts';
import { restoreBackup } from '#server/backup/restore-folder.ts';
import { acquireDataDirLock } from '#server/db/data-dir-lock.ts';
import { StartFailure } from '#server/db/errors.ts';
import type { ClosedCommand } from '../command.ts';

/** Makes DATA_DIR what it was at a backup; the folder must be empty or absent. */
export const restore: ClosedCommand = {
  name: 'restore',
  options: ['from'],
  prepareClosed(options) {
    const file = options.file('from');
    return async ({ dataDir, databaseUrl }) => {
      if (databaseUrl !== null) throw new StartFailure('restore is for the embedded database: unset DATABASE_URL');
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      const release = await acquireDataDirLock(dataDir);
      try {
        // Elsewhere than on Linux the lock is a file in the folder.
        const found = (await readdir(dataDir)).filter((name) => name !== 'lock' && !name.startsWith('lock.'));
        if (found.length > 0) throw new StartFailure(`DATA_DIR ${dataDir} is not empty: restore into an empty folder`);
        const files = await restoreBackup(dataDir, unzip(file), BACKUP_FORMAT);
        return { data_dir: dataDir, files };
      } catch (error) {
        if (error instanceof StartFailure || !(error instanceof Error)) throw error;
        throw new StartFailure(`--from ${file} cannot be restored: ${error.message}`);
      } finally {
        await release();
      }
    };
  },
};

async function* unzip(file: string): AsyncGenerator<Uint8Array> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  for await (const chunk of source.pipe(gunzip)) if (chunk instanceof Uint8Array) yield chunk;
}
