import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { StartFailure } from '#server/db/errors.ts';
import { RunReport, type LeftOutRow } from '#server/imports/run-report.ts';
import { DEFAULT_MAPPINGS, readMapping, type Mapping } from '#server/move-in/mapping.ts';
import { moveIn, suggestColumns } from '#server/move-in/move-in.ts';
import { SOURCES, type SourceName } from '#server/move-in/source.ts';
import { objectOf } from '#server/move-in/values.ts';
import { requireSite, type DatabaseCommand } from '../command.ts';
import { analyzeAll } from '../dump.sql.ts';

export const moveInCommand: DatabaseCommand = {
  name: 'move-in',
  options: ['from', 'dir', 'site-id', 'mapping', 'report'],
  flags: ['print-mapping', 'apply'],
  indent: 2,
  isFailure: (answer) => {
    const { total_rows: total, failed_rows: failed } = objectOf(objectOf({ ...answer })['tickets']);
    return total !== undefined && total !== 0 && total === failed;
  },
  prepare(options) {
    const source = options.choice('from', SOURCES);
    const siteId = options.id('site-id');
    const folder = options.file('dir');
    const mappingFile = options.has('mapping') ? options.file('mapping') : null;
    const reportFile = options.has('report') ? options.file('report') : null;
    const isApplied = options.flag('apply');
    const isPrinted = options.flag('print-mapping');
    if (isPrinted && (isApplied || mappingFile !== null)) {
      throw new StartFailure('--print-mapping cannot be given with --mapping or --apply');
    }
    return async ({ database, now, report }) => {
      const site = await requireSite(database.owner, siteId);
      const mapping =
        mappingFile === null ? await defaultMapping(source, folder) : await readMapping(mappingFile, source);
      if (isPrinted) return mapping;
      const db = database.forSite(site.id);
      const leftOut = reportFile === null ? null : await RunReport.open(reportFile, `move-in ${source}`);
      try {
        return await moveIn(
          db,
          site,
          {
            folder,
            mapping,
            isApplied,
            report,
            monotonicMs: () => performance.now(),
            leaveOut: async (rows: readonly LeftOutRow[]) => leftOut?.add(rows),
            // A running service may have cached plans that were made for nearly empty tables.
            afterKind: () => analyzeAll(database.owner),
          },
          { actor: ADMIN_ACTOR, now },
        );
      } finally {
        await leftOut?.close();
      }
    };
  },
};

async function defaultMapping(source: SourceName, folder: string): Promise<Mapping> {
  const mapping = DEFAULT_MAPPINGS[source];
  return source === 'csv' ? { ...mapping, columns: await suggestColumns(folder) } : mapping;
}
