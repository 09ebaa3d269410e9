import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { copyPreferences } from './preferences.sql.ts';
import { copyPersonalViews } from './saved-views.sql.ts';

/**
 * Copies a token's personal views and preferences to a new token. Call it inside the transaction that creates the
 * token. Shared views need no copy.
 */
export async function copyPersonal(
  db: Db,
  site: SiteRef,
  tokens: { readonly from: bigint; readonly to: bigint },
  now: Date,
): Promise<void> {
  await copyPersonalViews(db, site.id, tokens, now);
  await copyPreferences(db, site.id, tokens);
}
