import { writeJson } from '#contract/json.ts';
import type { getPreferences as GetPreferences, updatePreferences as UpdatePreferences } from '#contract/personal.ts';
import type { Reply } from '#contract/operation.ts';
import { isStorable } from '#contract/scalars.ts';
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { requirePersonalWrite } from './personal-write.ts';
import { getPreferencesRow, lockPreferences, storePreferences, type Settings } from './preferences.sql.ts';

type Preferences = Reply<typeof GetPreferences>;

/** 32 kB of JSON in UTF-8. */
const MAX_BYTES = 32_768;

/** GET preferences: the token's; a browser session has its parent's. See docs/api.md, "Preferences". */
export const getPreferences: Handler<typeof GetPreferences> = ({ db, site, token }) =>
  readPreferences(db, site.id, token.id);

/**
 * PATCH preferences: merges top-level keys; null removes one.
 * @throws ApiError insufficient_scope for a session that may be shared, bad_field if the result exceeds 32 kB
 */
export const updatePreferences: Handler<typeof UpdatePreferences> = async ({ db, site, token, body, actor, now }) => {
  requirePersonalWrite(token);
  if (Object.keys(body.values).length === 0) return readPreferences(db, site.id, token.id);
  if (!isStorableJson(body.values)) {
    throw new ApiError('bad_field', 'values must not contain NUL, unpaired surrogates or infinite numbers');
  }
  return db.transaction(async (db) => {
    const settings = merge(await lockPreferences(db, site.id, token.id, now), body.values);
    if (Buffer.byteLength(writeJson(settings)) > MAX_BYTES) {
      throw new ApiError(
        'bad_field',
        `values must be at most ${MAX_BYTES} bytes of JSON, including what is already stored`,
      );
    }
    await storePreferences(db, site.id, token.id, { settings, now });
    const entry: AuditEntry = {
      action: 'preferences.update',
      objectType: 'api_token',
      objectId: token.id.toString(),
      changes: [{ field: 'preferences', from: null, to: null }],
    };
    await recordAudit(db, site, entry, { actor, now });
    return { values: { ...settings }, updated_utc: now.toISOString() };
  }, FEW_IDS);
};

async function readPreferences(db: Db, siteId: bigint, tokenId: bigint): Promise<Preferences> {
  const row = await getPreferencesRow(db, siteId, tokenId);
  return { values: { ...row?.settings }, updated_utc: row?.updated_utc ?? null };
}

function merge(stored: Settings, patch: Settings): Settings {
  return Object.fromEntries(Object.entries({ ...stored, ...patch }).filter(([, value]) => value !== null));
}

/** The body parser has limited the depth. */
function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorableJson(item));
}
