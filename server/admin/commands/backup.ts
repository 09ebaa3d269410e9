import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { acquireDataDirLock } from '#server/db/data-dir-lock.ts';
import { StartFailure } from '#server/db/errors.ts';
import { readBackup } from '../backup-folder.ts';
import type { ClosedCommand } from '../command.ts';
import { writeNewFile } from '../write-new-file.ts';

/** The form of the archive, for a later version that would change it. */
export const BACKUP_FORMAT = 1;

/**
 * The embedded database and its key in one file. Nobody has the folder open meanwhile, so its files are of one moment;
 * one that a crash left behind is as good, since opening it recovers.
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
      if (!(await exists(path.join(dataDir, 'database')))) {
        throw new StartFailure(`DATA_DIR ${dataDir} holds no database`);
      }
      const release = await acquireDataDirLock(dataDir);
      try {
        const hasKey = await exists(path.join(dataDir, 'secret.key'));
        const names = hasKey ? ['secret.key', 'database'] : ['database'];
        const mark = { format: BACKUP_FORMAT, engine: 'pglite', created_utc: now.toISOString(), key: hasKey };
        const bytes = await writeNewFile('to', file, Readable.from(readBackup(dataDir, { names, mark, now })));
        return { file, bytes, key: hasKey };
      } finally {
        await release();
      }
    };
  },
};

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
