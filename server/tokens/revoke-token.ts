import { recordAudit } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import type { Actor } from '#server/operation/call.ts';
import { notifyTokensChanged, updateTokenRevoked } from './tokens.sql.ts';

/**
 * Revokes an API token and its browser sessions, on every node within a second; the row stays for the audit log. Revoking
 * twice is fine.
 * @returns false if there is no such token
 */
export async function revokeToken(
  db: Db,
  tokenId: bigint,
  context: { readonly actor: Actor; readonly now: Date },
): Promise<boolean> {
  return db.transaction(async (db) => {
    const before = await updateTokenRevoked(db, tokenId, context.now);
    if (before === undefined) return false;
    if (before.was_revoked) return true;
    await recordAudit(
      db,
      { id: before.site_id },
      { action: 'token.revoke', objectType: 'api_token', objectId: tokenId.toString(), changes: [] },
      context,
    );
    await notifyTokensChanged(db, before.site_id);
    return true;
  }, FEW_IDS);
}
