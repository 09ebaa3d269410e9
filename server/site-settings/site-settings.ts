import type {
  getSiteSettings as GetSiteSettings,
  SiteSettings,
  updateSiteSettings as UpdateSiteSettings,
} from '#contract/site-settings.ts';
import type { Body } from '#contract/operation.ts';
import { recordAudit, type AuditChange, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db, json, sql } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';

type Values = SiteSettings['values'];
type Patch = Body<typeof UpdateSiteSettings>['values'];

/** GET site_settings. See docs/api.md, "Site settings". */
export const getSiteSettings: Handler<typeof GetSiteSettings> = async ({ db, site }) =>
  settingsOf(await getSettingsRow(db, site.id));

/**
 * PATCH site_settings: merges top-level keys, null removes one. Setting the same values again changes nothing.
 * @throws ApiError conflict with the present settings if they changed since the given version
 */
export const updateSiteSettings: Handler<typeof UpdateSiteSettings> = ({ db, site, body, actor, now }) =>
  db.transaction(async (db) => {
    await lockSettings(db, site.id);
    const before = settingsOf(await getSettingsRow(db, site.id));
    if (body.version !== before.version) {
      throw new ApiError('conflict', 'The settings have been changed since this version', { current: before });
    }
    return store(db, site, { before, patch: body.values }, { actor, now });
  }, FEW_IDS);

/** As PATCH site_settings, for demo data and restored sites. To be called inside a transaction. */
export async function setSiteValues(db: Db, site: SiteRef, patch: Patch, context: AuditContext): Promise<void> {
  await lockSettings(db, site.id);
  await store(db, site, { before: settingsOf(await getSettingsRow(db, site.id)), patch }, context);
}

async function store(
  db: Db,
  site: SiteRef,
  { before, patch }: { readonly before: SiteSettings; readonly patch: Patch },
  context: AuditContext,
): Promise<SiteSettings> {
  const values = merge(before.values, patch);
  const changes = changesOf(before.values, values);
  if (changes.length === 0) return before;
  const row = { settings: values, updated_by: context.actor.label, now: context.now.toISOString() };
  const after = await upsertSettings(db, site.id, row);
  const entry: AuditEntry = {
    action: 'site_settings.update',
    objectType: 'site_settings',
    objectId: site.id.toString(),
    changes,
  };
  await recordAudit(db, site, entry, context);
  return settingsOf(after);
}

/** The site's own values; an absent key has its default. */
export async function readSiteValues(db: Db, site: SiteRef): Promise<Values> {
  return settingsOf(await getSettingsRow(db, site.id)).values;
}

function settingsOf(row: SettingsRow | undefined): SiteSettings {
  return {
    values: row?.settings ?? {},
    version: row?.version ?? 0,
    updated_utc: row?.updated_utc ?? null,
    updated_by: row?.updated_by ?? null,
  };
}

function merge(stored: Values, patch: Patch): Values {
  const merged = Object.entries({ ...stored, ...patch });
  return Object.fromEntries(merged.filter(([, value]) => value !== null && value !== undefined));
}

/** One entry per changed value, with each threshold of `health_rules` separately, and without texts. */
function changesOf(before: Values, after: Values): AuditChange[] {
  const [from, to] = [flat(before), flat(after)];
  return [...new Set([...from.keys(), ...to.keys()])]
    .toSorted()
    .map((field) => ({ field, from: from.get(field) ?? null, to: to.get(field) ?? null }))
    .filter((change) => change.from !== change.to)
    .map((change) => (change.field === 'review_reasons' ? { field: change.field, from: null, to: null } : change));
}

function flat({ health_rules: rules = {}, review_reasons: reasons, ...values }: Values): Map<string, string | number> {
  const named = Object.entries(rules).map(([key, value]) => [`health_rules.${key}`, value] as const);
  return new Map(
    [...Object.entries({ ...values, review_reasons: reasons && JSON.stringify(reasons) }), ...named].flatMap(
      ([key, value]) => (value === undefined ? [] : [[key, value]]),
    ),
  );
}

interface SettingsRow {
  readonly settings: SiteSettings['values'];
  readonly version: number;
  readonly updated_utc: string;
  readonly updated_by: string;
}

async function getSettingsRow(db: Db, siteId: bigint): Promise<SettingsRow | undefined> {
  const [row] = await db.query<SettingsRow>(
    sql`select settings, version, updated_utc, updated_by from site_settings where site_id = ${siteId}`,
  );
  return row;
}

/** Serializes changes of a site's settings until the transaction ends, even before there is a row to lock. */
async function lockSettings(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`site settings ${siteId}`}::text, 0))`);
}

async function upsertSettings(
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
  if (stored === undefined) throw new Error('the upsert returned no settings');
  return stored;
}
