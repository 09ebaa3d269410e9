import type { MigrationStatus } from '#contract/migration.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { sumRuns } from './import-runs.sql.ts';

/** Kinds of `admin import` that `migrate_status` counts. */
export const ASSET_KINDS = ['tickets', 'articles', 'macros'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

type Asset = MigrationStatus['tickets'];

const NEVER: Asset = { imported_rows: 0, skipped_rows: 0, failed_rows: 0, run_count: 0, last_run_utc: null };

/** All runs of a site, added up for each kind. */
export async function sumImportRuns(db: Db, site: SiteRef): Promise<Record<AssetKind, Asset>> {
  const sums = new Map((await sumRuns(db, site.id)).map(({ kind, ...asset }): [string, Asset] => [kind, asset]));
  const of = (kind: AssetKind) => sums.get(kind) ?? NEVER;
  return { tickets: of('tickets'), articles: of('articles'), macros: of('macros') };
}
