import type { Db } from '#server/db/db.ts';
import {
  findKeyIds,
  findMigrations,
  findSequences,
  findTables,
  namesOfSequences,
  readOneMoment,
  readTable,
  type Table,
} from './dump.sql.ts';
import { BACKUP_FORMAT, type BackupEnd, type BackupHead, type SiteHead } from './backup-format.ts';
import { sortTables } from './sort-tables.ts';

const BATCH = 500;

export interface BackupCounts {
  tables: number;
  rows: number;
}

/**
 * Everything of all sites as it is at one moment, as lines of the file. To be read inside a transaction of its own.
 * @param counts Is counted on as the lines are read.
 */
export async function* readBackup(
  db: Db,
  { now, key }: { readonly now: Date; readonly key: string },
  counts: BackupCounts,
): AsyncGenerator<string> {
  await readOneMoment(db);
  const head: BackupHead = {
    support_console_backup: BACKUP_FORMAT,
    created_utc: now.toISOString(),
    key,
    migrations: await findMigrations(db),
  };
  yield line(head);
  yield* readTables(db, sortTables(await findTables(db)), null, counts);
  const end: BackupEnd = { ...counts, sequences: await findSequences(db) };
  yield line(end);
}

/** As `readBackup`, the rows of one site, without the sessions of browsers. */
export async function* readSite(
  db: Db,
  { now, siteId }: { readonly now: Date; readonly siteId: bigint },
  counts: BackupCounts,
): AsyncGenerator<string> {
  await readOneMoment(db);
  const head: SiteHead = {
    support_console_site: BACKUP_FORMAT,
    created_utc: now.toISOString(),
    site_id: String(siteId),
    key_ids: await findKeyIds(db, siteId),
    migrations: await findMigrations(db),
  };
  yield line(head);
  const tables = (await findTables(db)).filter(({ name }) => name !== 'browser_session' && name !== 'rate_window');
  yield* readTables(db, sortTables(tables), siteId, counts);
  const names = namesOfSequences(siteId);
  const sequences = (await findSequences(db)).filter(({ name }) => names.includes(name));
  const end: BackupEnd = { ...counts, sequences };
  yield line(end);
}

async function* readTables(
  db: Db,
  tables: readonly Table[],
  siteId: bigint | null,
  counts: BackupCounts,
): AsyncGenerator<string> {
  for (const table of tables) {
    counts.tables += 1;
    yield line({ table: table.name, columns: table.columns.map(({ name }) => name) });
    for await (const rows of readTable(db, table, { siteId, batch: BATCH })) {
      counts.rows += rows.length;
      yield rows.map(line).join('');
    }
  }
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
