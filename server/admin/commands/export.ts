import { Readable } from 'node:stream';
import type { DatabaseCommand } from '../command.ts';
import { readExport, type ExportCounts } from '../read-export.ts';
import { writeNewFile } from '../write-new-file.ts';

/** All sites in one file, for another engine or a later version. The key is not in it: APP_SECRET goes along apart. */
export const exportCommand: DatabaseCommand = {
  name: 'export',
  options: ['to'],
  copyBeside: (options) => options.file('to'),
  prepare(options) {
    const file = options.file('to');
    return async ({ database, now }) => {
      const counts: ExportCounts = { tables: 0, rows: 0 };
      const bytes = await database.owner.transaction((db) =>
        writeNewFile('to', file, Readable.from(readExport(db, now, counts))),
      );
      return { file, bytes, ...counts };
    };
  },
};
