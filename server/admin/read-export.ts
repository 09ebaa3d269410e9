import type { Db } from '#server/db/db.ts';
import { findMigrations, findSequences, findTables, readOneMoment, readTable } from './dump.sql.ts';
import { EXPORT_FORMAT, type ExportEnd, type ExportHead } from './export-format.ts';
import { sortTables } from './sort-tables.ts';

const BATCH = 500;

export interface ExportCounts {
  tables: number;
  rows: number;
}

/**
 * Everything of all sites as it is at one moment, as lines of the file. To be read inside a transaction of its own.
 * @param counts Is counted on as the lines are read.
 */
export async function* readExport(db: Db, now: Date, counts: ExportCounts): AsyncGenerator<string> {
  await readOneMoment(db);
  const head: ExportHead = {
    support_console_export: EXPORT_FORMAT,
    created_utc: now.toISOString(),
    migrations: await findMigrations(db),
  };
  yield line(head);
  for (const table of sortTables(await findTables(db))) {
    counts.tables += 1;
    yield line({ table: table.name, columns: table.columns.map(({ name }) => name) });
    for await (const rows of readTable(db, table, BATCH)) {
      counts.rows += rows.length;
      yield rows.map(line).join('');
    }
  }
  const end: ExportEnd = { ...counts, sequences: await findSequences(db) };
  yield line(end);
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
