import path from 'node:path';
import { Readable } from 'node:stream';
import { askForBackup } from '#server/backup/ask-for-backup.ts';
import { isThere, readBackup } from '#server/backup/backup-folder.ts';
import { acquireDataDirLock } from '#server/db/data-dir-lock.ts';
import { StartFailure } from '#server/db/errors.ts';
import type { ClosedCommand } from '../command.ts';
import { writeNewFile } from '../write-new-file.ts';

/**
 * The embedded database and its key in one file: of a folder that nobody has open, or by the running service that has it.
 * One that a crash left behind is as good, since opening it recovers.
 */
export const backup: ClosedCommand = {
  name: 'backup',
  options: ['to'],
  prepareClosed(options) {
    const file = options.file('to');
    return async ({ dataDir, databaseUrl, now }) => {
      if (databaseUrl !== null) {
        throw new StartFailure('backup is for the embedded database: with DATABASE_URL use pg_dump, or admin export');
      }
      if (!(await isThere(path.join(dataDir, 'database')))) {
        throw new StartFailure(`DATA_DIR ${dataDir} holds no database`);
      }
      const key = await isThere(path.join(dataDir, 'secret.key'));
      const release = await acquireDataDirLock(dataDir).catch((reason: unknown) => reason);
      if (typeof release !== 'function') {
        return { file, bytes: await writeNewFile('to', file, Readable.from(askForBackup(dataDir, release))), key };
      }
      try {
        return { file, bytes: await writeNewFile('to', file, Readable.from(readBackup(dataDir, now))), key };
      } finally {
        await release();
      }
    };
  },
};
