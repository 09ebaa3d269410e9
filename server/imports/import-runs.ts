import type { MigrationStatus } from '#contract/migration.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';

/** The kinds of `admin import` that `migrate_status` reports. */
export const ASSET_KINDS = ['tickets', 'articles', 'macros'] as const;
type AssetKind = (typeof ASSET_KINDS)[number];

type Asset = MigrationStatus['tickets'];

const NEVER: Asset = { imported_rows: 0, skipped_rows: 0, failed_rows: 0, run_count: 0, last_run_utc: null };

/** Totals of all runs of a site, by kind. */
export async function sumImportRuns(db: Db, site: SiteRef): Promise<Record<AssetKind, Asset>> {
  const totals = new Map((await sumRuns(db, site.id)).map(({ kind, ...asset }): [string, Asset] => [kind, asset]));
  const totalsOf = (kind: AssetKind) => totals.get(kind) ?? NEVER;
  return { tickets: totalsOf('tickets'), articles: totalsOf('articles'), macros: totalsOf('macros') };
}

type AssetTotals = MigrationStatus['tickets'] & { readonly kind: string };

async function sumRuns(db: Db, siteId: bigint): Promise<AssetTotals[]> {
  return db.query<AssetTotals>(sql`
    select kind, sum(imported_rows)::float8 as imported_rows, sum(skipped_rows)::float8 as skipped_rows,
      sum(failed_rows)::float8 as failed_rows, count(*)::integer as run_count, max(started_utc) as last_run_utc
    from import_run where site_id = ${siteId} group by kind`);
}

interface RunCounts {
  readonly imported: number;
  readonly skipped: number;
  readonly failed: number;
}

export async function insertRun(db: Db, siteId: bigint, kind: string, now: Date): Promise<bigint> {
  const id = await db.takeIds(siteId, 1);
  await db.query(sql`
    insert into import_run (site_id, id, kind, started_utc) values (${siteId}, ${id}, ${kind}, ${now.toISOString()})`);
  return id;
}

/** Adds the counts of a batch. Runs in its transaction, so that the totals match the stored rows. */
export async function addToRun(db: Db, siteId: bigint, id: bigint, counts: RunCounts): Promise<void> {
  await db.query(sql`
    update import_run set imported_rows = imported_rows + ${counts.imported}::integer,
      skipped_rows = skipped_rows + ${counts.skipped}::integer, failed_rows = failed_rows + ${counts.failed}::integer
    where site_id = ${siteId} and id = ${id}`);
}
