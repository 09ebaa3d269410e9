import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { copyPreferences } from './preferences.sql.ts';
import { copyPersonalViews } from './saved-views.sql.ts';

/**
 * Gives a new token what another one has for itself: personal views and preferences. To be called inside the
 * transaction that makes the token; shared views stay where they are, for everybody.
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
