import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import type { Db } from '#server/db/db.ts';
import { StartFailure } from '#server/db/errors.ts';
import { holdLock } from '#server/db/hold-lock.ts';
import { RunReport, type LeftOutRow } from '#server/imports/run-report.ts';
import { DEFAULT_MAPPINGS, readMapping, type Mapping } from '#server/move-in/mapping.ts';
import { moveIn, suggestColumns } from '#server/move-in/move-in.ts';
import { SOURCES, type SourceName } from '#server/move-in/source.ts';
import { tryLockMoveIn } from '#server/move-in/move-in-lock.ts';
import { objectOf, type JsonObject } from '#server/move-in/values.ts';
import { requireSite, type DatabaseCommand } from '../command.ts';
import { analyzeAll } from '../dump.sql.ts';

export const moveInCommand: DatabaseCommand = {
  name: 'move-in',
  options: ['from', 'dir', 'site-id', 'mapping', 'report'],
  flags: ['print-mapping', 'apply'],
  indent: 2,
  isFailure: (answer) => {
    const { unreadable = 0, ...parts } = objectOf({ ...answer });
    return unreadable !== 0 || ['customers', 'tickets', 'csat'].some((kind) => hasFailed(objectOf(parts[kind])));
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
      const work = async () => {
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
      return sayHowToContinue(report, isApplied ? () => lockedMoveIn(database.owner, site.id, work) : work);
    };
  },
};

function hasFailed({ failed_rows: failed = 0 }: JsonObject): boolean {
  return failed !== 0;
}

/** Runs the work while no other process moves rows into the site. @throws StartFailure */
async function lockedMoveIn<Result>(owner: Db, siteId: bigint, work: () => Promise<Result>): Promise<Result> {
  const release = await holdLock(owner, (db) => tryLockMoveIn(db, siteId));
  if (release === null) throw new StartFailure(`Another move-in into site ${siteId} is running: wait for its end`);
  try {
    return await work();
  } finally {
    await release();
  }
}

/** Prints a line when Ctrl C ends the process during the work. */
async function sayHowToContinue<Result>(report: (line: string) => void, work: () => Promise<Result>): Promise<Result> {
  const interrupt = () => {
    report('Interrupted. Run the same command again: it skips what is stored and continues.');
    // This listener is gone by now, so the signal ends the process.
    process.kill(process.pid, 'SIGINT');
  };
  process.once('SIGINT', interrupt);
  try {
    return await work();
  } finally {
    process.off('SIGINT', interrupt);
  }
}

async function defaultMapping(source: SourceName, folder: string): Promise<Mapping> {
  const mapping = DEFAULT_MAPPINGS[source];
  return source === 'csv' ? { ...mapping, columns: await suggestColumns(folder) } : mapping;
}
