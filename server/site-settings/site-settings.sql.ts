import type { SiteSettings } from '#contract/site-settings.ts';
import { json, sql, type Db } from '#server/db/db.ts';

export interface SettingsRow {
  readonly settings: SiteSettings['values'];
  readonly version: number;
  readonly updated_utc: string;
  readonly updated_by: string;
}

export async function getSettingsRow(db: Db, siteId: bigint): Promise<SettingsRow | undefined> {
  const [row] = await db.query<SettingsRow>(
    sql`select settings, version, updated_utc, updated_by from site_settings where site_id = ${siteId}`,
  );
  return row;
}

/** Those who change the settings of a site come one after the other, the first one too. Until the transaction ends. */
export async function lockSettings(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`site settings ${siteId}`}::text, 0))`);
}

export async function upsertSettings(
  db: Db,
  siteId: bigint,
  row: Omit<SettingsRow, 'version' | 'updated_utc'> & { readonly now: string },
): Promise<SettingsRow> {
  const [stored] = await db.query<SettingsRow>(sql`
    insert into site_settings as s (site_id, settings, version, updated_utc, updated_by)
    values (${siteId}, ${json(row.settings)}::text::jsonb, 1, ${row.now}, ${row.updated_by})
    on conflict (site_id) do update set settings = excluded.settings, version = s.version + 1,
      updated_utc = excluded.updated_utc, updated_by = excluded.updated_by
    returning settings, version, updated_utc, updated_by`);
  if (stored === undefined) throw new Error('the settings were not answered');
  return stored;
}
