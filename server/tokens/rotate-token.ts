import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { CallToken, SiteRef } from '#server/operation/call.ts';
import { copyPersonal } from '#server/personal/copy-personal.ts';
import { getIssuerEnd, lockApiToken, updateReplaced, type ApiTokenRow } from './api-tokens.sql.ts';
import { issueToken } from './issue-token.ts';
import { notifyTokensChanged } from './tokens.sql.ts';
import { checkWithinCaller } from './issue-by-token.ts';

const HOUR_MS = 3_600_000;

/**
 * Issues a token that replaces another, with the same label, scopes, agent, rate limit, issuer, personal views and
 * preferences. The old token expires after the overlap. Call it inside a transaction.
 * @throws ApiError not_found; conflict if the old token has ended or has a successor; insufficient_scope
 */
export async function rotateToken(
  db: Db,
  site: SiteRef,
  { id, overlapHours, caller }: { readonly id: bigint; readonly overlapHours: number; readonly caller: CallToken },
  context: AuditContext,
): Promise<{ readonly tokenId: bigint; readonly token: string }> {
  const old = await lockApiToken(db, site.id, id, context.now);
  if (old === undefined) throw new ApiError('not_found', 'There is no token with this id');
  checkWithinCaller({ scopes: old.scopes, rateLimitPerMin: old.rate_limit_per_min }, caller);
  const nowMs = context.now.getTime();
  if (old.revoked_utc !== null || Date.parse(old.expires_utc) <= nowMs) {
    throw new ApiError('conflict', 'This token is revoked or expired: issue a new one');
  }
  if (old.replaced_by_id !== null) {
    throw new ApiError('conflict', `This token has already been rotated: token ${old.replaced_by_id} replaced it`);
  }
  const expires = await successorExpiry(db, site, { old, caller }, nowMs);
  const issued = await issueToken(
    db,
    site.id,
    {
      label: old.label,
      scopes: old.scopes,
      rateLimitPerMin: old.rate_limit_per_min,
      agentId: old.agent_id === null ? null : BigInt(old.agent_id),
      expires,
      issuedBy: old.issued_by_token_id,
    },
    context,
  );
  await updateReplaced(db, site.id, id, { newId: issued.tokenId, end: new Date(nowMs + overlapHours * HOUR_MS) });
  await copyPersonal(db, site, { from: id, to: issued.tokenId }, context.now);
  const changes = [
    { field: 'replaced_by_id', from: null, to: issued.tokenId.toString() },
    { field: 'overlap_hours', from: null, to: overlapHours },
  ];
  await recordAudit(
    db,
    site,
    { action: 'token.rotate', objectType: 'api_token', objectId: id.toString(), changes },
    context,
  );
  await notifyTokensChanged(db, site.id);
  return issued;
}

/**
 * A token that rotates itself keeps its expiry, or it could live forever. Rotated by another token it gets its full
 * lifetime again, limited by the expiry of that token and of its issuer, as if it were issued now.
 */
async function successorExpiry(
  db: Db,
  site: SiteRef,
  { old, caller }: { readonly old: ApiTokenRow; readonly caller: CallToken },
  nowMs: number,
): Promise<Date> {
  const oldEnd = Date.parse(old.expires_utc);
  if (old.id === caller.id) return new Date(oldEnd);
  const fullLifetimeEnd = nowMs + oldEnd - Date.parse(old.created_utc);
  const callerEnd = caller.expiresUtc === null ? Infinity : Date.parse(caller.expiresUtc);
  const issuerEnd =
    old.issued_by_token_id === null ? null : await getIssuerEnd(db, site.id, old.issued_by_token_id, new Date(nowMs));
  return new Date(Math.min(fullLifetimeEnd, callerEnd, issuerEnd === null ? Infinity : Date.parse(issuerEnd)));
}
