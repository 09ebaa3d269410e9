import type {
  getSiteSettings as GetSiteSettings,
  SiteSettings,
  updateSiteSettings as UpdateSiteSettings,
} from '#contract/site-settings.ts';
import type { Body } from '#contract/operation.ts';
import { recordAudit, type AuditChange, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { getSettingsRow, lockSettings, type SettingsRow, upsertSettings } from './site-settings.sql.ts';

type Values = SiteSettings['values'];
type Patch = Body<typeof UpdateSiteSettings>['values'];

/** GET site_settings. See docs/api.md, "Site settings". */
export const getSiteSettings: Handler<typeof GetSiteSettings> = async ({ db, site }) =>
  settingsOf(await getSettingsRow(db, site.id));

/**
 * PATCH site_settings: merges top-level keys, null removes one; what changes nothing is no change.
 * @throws ApiError conflict with the settings as they are, when another change came after the version that was sent
 */
export const updateSiteSettings: Handler<typeof UpdateSiteSettings> = ({ db, site, body, actor, now }) =>
  db.transaction(async (db) => {
    await lockSettings(db, site.id);
    const before = settingsOf(await getSettingsRow(db, site.id));
    if (body.version !== before.version) {
      throw new ApiError('conflict', 'The settings have been changed since this version', { current: before });
    }
    return store(db, site, { before, patch: body.values }, { actor, now });
  });

/** As PATCH site_settings, for programs that bring settings along. To be called inside a transaction. */
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

/** What the site has chosen; a key that is absent has its default. */
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

/** One for each value, and for each threshold of the rules by itself. */
function changesOf(before: Values, after: Values): AuditChange[] {
  const [from, to] = [flat(before), flat(after)];
  return [...new Set([...from.keys(), ...to.keys()])]
    .toSorted()
    .map((field) => ({ field, from: from.get(field) ?? null, to: to.get(field) ?? null }))
    .filter((change) => change.from !== change.to);
}

function flat({ health_rules: rules = {}, ...values }: Values): Map<string, string | number> {
  const named = Object.entries(rules).map(([key, value]) => [`health_rules.${key}`, value] as const);
  return new Map(
    [...Object.entries(values), ...named].flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
