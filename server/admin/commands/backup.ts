import { Readable } from 'node:stream';
import { readAppSecret } from '#server/serve/read-app-secret.ts';
import type { DatabaseCommand } from '../command.ts';
import { readBackup, type BackupCounts } from '../read-backup.ts';
import { writeNewFile } from '../write-new-file.ts';

/** Writes all sites, in one snapshot, and the key from which links and secrets are derived to one file. */
export const backup: DatabaseCommand = {
  name: 'backup',
  options: ['to'],
  prepare(options) {
    const file = options.file('to');
    return async ({ database, config, now }) => {
      const key = await readAppSecret(config);
      const counts: BackupCounts = { tables: 0, rows: 0 };
      const bytes = await database.owner.transaction((db) =>
        writeNewFile('to', file, Readable.from(readBackup(db, { now, key }, counts))),
      );
      return { file, bytes, ...counts };
    };
  },
};
