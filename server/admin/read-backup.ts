import type { Db } from '#server/db/db.ts';
import {
  findKeyIds,
  findMigrations,
  findSequences,
  findTables,
  startSnapshot,
  readTable,
  type Table,
} from './dump.sql.ts';
import { BACKUP_FORMAT, type BackupEnd, type BackupHead, type SiteHead } from './backup-format.ts';
import { StartFailure } from '#server/db/errors.ts';

const BATCH = 500;

export interface BackupCounts {
  tables: number;
  rows: number;
}

/**
 * Reads all sites in one snapshot, as lines of the file. Call it inside a transaction of its own.
 * @param counts Is increased as the lines are read.
 */
export async function* readBackup(
  db: Db,
  { now, key }: { readonly now: Date; readonly key: string },
  counts: BackupCounts,
): AsyncGenerator<string> {
  await startSnapshot(db);
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

/** Like `readBackup`, for the rows of one site, without browser sessions. */
export async function* readSite(
  db: Db,
  { now, siteId }: { readonly now: Date; readonly siteId: bigint },
  counts: BackupCounts,
): AsyncGenerator<string> {
  await startSnapshot(db);
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
  // No other site's sequences: the site's own ids continue from a row of `site_sequence`.
  const end: BackupEnd = { ...counts, sequences: [] };
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

/**
 * Sorts tables so that each comes after those that it references.
 * @throws StartFailure if references form a cycle
 */
export function sortTables(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  const placed = new Set<string>();
  let left = [...tables];
  while (left.length > 0) {
    const next = left.filter(({ needs }) => needs.every((name) => placed.has(name)));
    if (next.length === 0)
      throw new StartFailure(`Tables point at each other: ${left.map(({ name }) => name).join(', ')}`);
    for (const table of next) {
      sorted.push(table);
      placed.add(table.name);
    }
    left = left.filter(({ name }) => !placed.has(name));
  }
  return sorted;
}
