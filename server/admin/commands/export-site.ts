import { Readable } from 'node:stream';
import { requireSite, type DatabaseCommand } from '../command.ts';
import { readSite, type BackupCounts } from '../read-backup.ts';
import { writeNewFile } from '../write-new-file.ts';

/** Writes one site, in one snapshot, for `import-site` on another server. */
export const exportSite: DatabaseCommand = {
  name: 'export-site',
  options: ['site-id', 'to'],
  prepare(options) {
    const [siteId, file] = [options.id('site-id'), options.file('to')];
    return async ({ database, now }) => {
      await requireSite(database.owner, siteId);
      const counts: BackupCounts = { tables: 0, rows: 0 };
      const bytes = await database.owner.transaction((db) =>
        writeNewFile('to', file, Readable.from(readSite(db, { now, siteId }, counts))),
      );
      return { site_id: siteId, file, bytes, ...counts };
    };
  },
};
