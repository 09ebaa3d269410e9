import { json, sql, type Db } from '#server/db/db.ts';

export type Settings = Readonly<Record<string, unknown>>;

interface PreferencesRow {
  readonly settings: Settings;
  readonly updated_utc: string;
}

export async function getPreferencesRow(db: Db, siteId: bigint, tokenId: bigint): Promise<PreferencesRow | undefined> {
  const [row] = await db.query<PreferencesRow>(
    sql`select settings, updated_utc from preferences where site_id = ${siteId} and token_id = ${tokenId}`,
  );
  return row;
}

/**
 * Reads the preferences, inserting a missing row, and locks them until the transaction ends, so that writers take
 * turns.
 */
export async function lockPreferences(db: Db, siteId: bigint, tokenId: bigint, now: Date): Promise<Settings> {
  const [row] = await db.query<Pick<PreferencesRow, 'settings'>>(sql`
    insert into preferences as p (site_id, token_id, settings, updated_utc)
    values (${siteId}, ${tokenId}, '{}', ${now.toISOString()})
    on conflict (site_id, token_id) do update set updated_utc = p.updated_utc
    returning p.settings`);
  return row?.settings ?? {};
}

export async function storePreferences(
  db: Db,
  siteId: bigint,
  tokenId: bigint,
  { settings, now }: { readonly settings: Settings; readonly now: Date },
): Promise<void> {
  await db.query(sql`
    update preferences set settings = ${json(settings)}::text::jsonb, updated_utc = ${now.toISOString()}
    where site_id = ${siteId} and token_id = ${tokenId}`);
}

/** The target token must have no preferences yet. */
export async function copyPreferences(
  db: Db,
  siteId: bigint,
  { from, to }: { readonly from: bigint; readonly to: bigint },
): Promise<void> {
  await db.query(sql`
    insert into preferences (site_id, token_id, settings, updated_utc)
    select site_id, ${to}, settings, updated_utc from preferences where site_id = ${siteId} and token_id = ${from}`);
}
