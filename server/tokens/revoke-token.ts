import { recordAudit } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import type { Actor, SiteRef } from '#server/operation/call.ts';
import { notifyTokensChanged, updateTokenRevoked } from './tokens.sql.ts';

/**
 * Revokes an API token and its browser sessions, on every node within a second; the row stays for the audit log. Revoking
 * twice is fine.
 * @returns false if there is no such token
 */
export async function revokeToken(
  db: Db,
  site: SiteRef,
  tokenId: bigint,
  context: { readonly actor: Actor; readonly now: Date },
): Promise<boolean> {
  return db.transaction(async (db) => {
    const wasRevoked = await updateTokenRevoked(db, site.id, tokenId, context.now);
    if (wasRevoked === undefined) return false;
    if (wasRevoked) return true;
    await recordAudit(
      db,
      site,
      { action: 'token.revoke', objectType: 'api_token', objectId: tokenId.toString(), changes: [] },
      context,
    );
    await notifyTokensChanged(db, site.id);
    return true;
  }, FEW_IDS);
}
