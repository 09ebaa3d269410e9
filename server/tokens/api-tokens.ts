import type { Body } from '#contract/operation.ts';
import type {
  ApiToken,
  issueApiToken as IssueRow,
  listApiTokens as ListRow,
  revokeApiToken as RevokeRow,
  updateApiToken as UpdateRow,
} from '#contract/tokens.ts';
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts';
import { FEW_IDS } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { CallToken, Handler } from '#server/operation/call.ts';
import {
  countApiTokens,
  findApiTokens,
  getApiToken,
  lockApiToken,
  updateLabel,
  type ApiTokenRow,
} from './api-tokens.sql.ts';
import { confirmToken } from './confirm-token.ts';
import { issueByToken } from './issue-by-token.ts';
import { revokeToken } from './revoke-token.ts';
import { rotateToken } from './rotate-token.ts';
import { notifyTokensChanged } from './tokens.sql.ts';

const USUAL_OVERLAP_HOURS = 24;

/** GET api_tokens: the site's tokens, newest first, without raw tokens. See docs/api.md, "API tokens". */
export const listApiTokens: Handler<typeof ListRow> = async ({ db, site, token, now, query: { limit, skip } }) => {
  const rows = await findApiTokens(db, site.id, { limit, skip }, now);
  const isTotalKnown = rows.length < limit && (rows.length > 0 || skip === 0);
  const total_count = isTotalKnown ? skip + rows.length : await countApiTokens(db, site.id);
  return { items: rows.map((row) => toRecord(row, token)), total_count };
};

/**
 * POST api_tokens: issues a token, or rotates one. Only this answer contains the raw token.
 * @throws ApiError missing_field, bad_field; insufficient_scope for a session that does not confirm, or for more than the
 * caller has; not_found or conflict if the token to rotate is missing or has ended; conflict at the limit of live tokens
 */
export const issueApiToken: Handler<typeof IssueRow> = async (call) => {
  const { db, site, token: caller, body, actor, now } = call;
  checkKind(body);
  await confirmToken(call, body.confirm_token, 'api_tokens');
  const { issued, row } = await db.transaction(async (db) => {
    const issued =
      body.rotate_id === undefined
        ? await issueByToken(db, call)
        : await rotateToken(
            db,
            site,
            { id: body.rotate_id, overlapHours: body.overlap_hours ?? USUAL_OVERLAP_HOURS, caller },
            { actor, now },
          );
    return { issued, row: requireToken(await getApiToken(db, site.id, issued.tokenId, now)) };
  }, FEW_IDS);
  return { ...toRecord(row, caller), token: issued.token };
};

/** PATCH api_tokens: changes the label. @throws ApiError insufficient_scope for a session that does not confirm; not_found */
export const updateApiToken: Handler<typeof UpdateRow> = async (call) => {
  const { db, site, token, body, actor, now } = call;
  await confirmToken(call, body.confirm_token, 'api_tokens');
  return db.transaction(async (db) => {
    const old = requireToken(await lockApiToken(db, site.id, body.id, now));
    const label = body.label.trim();
    if (label === old.label) return toRecord(old, token);
    await updateLabel(db, site.id, body.id, label);
    const changes = [{ field: 'label', from: null, to: null }];
    const entry: AuditEntry = {
      action: 'token.update',
      objectType: 'api_token',
      objectId: body.id.toString(),
      changes,
    };
    await recordAudit(db, site, entry, { actor, now });
    await notifyTokensChanged(db, site.id);
    return toRecord({ ...old, label }, token);
  }, FEW_IDS);
};

/**
 * DELETE api_tokens: revokes the token and its browser sessions, on this node immediately. A token may revoke itself: this
 * is then the last answer that it gets. @throws ApiError not_found
 */
export const revokeApiToken: Handler<typeof RevokeRow> = ({ db, site, query: { id }, actor, now }) =>
  db.transaction(async (db) => {
    requireToken(await lockApiToken(db, site.id, id, now));
    await revokeToken(db, site, id, { actor, now });
    return { id, revoked: true };
  }, FEW_IDS);

/** Issuing and rotating share one body, so the fields of each are checked here. */
function checkKind(body: Body<typeof IssueRow>): void {
  const { rotate_id: rotateId, overlap_hours: overlapHours, confirm_token: _confirm, ...fresh } = body;
  if (rotateId !== undefined) {
    const other = Object.entries(fresh).find(([, value]) => value !== undefined)?.[0];
    if (other !== undefined)
      throw new ApiError('bad_field', `${other} cannot be given with rotate_id: it is taken from the old token`);
    return;
  }
  if (overlapHours !== undefined) throw new ApiError('bad_field', 'overlap_hours can only be given with rotate_id');
  for (const name of ['label', 'scopes'] as const) {
    if (fresh[name] === undefined) throw new ApiError('missing_field', `${name} is required`);
  }
}

function requireToken(row: ApiTokenRow | undefined): ApiTokenRow {
  if (row === undefined) throw new ApiError('not_found', 'There is no token with this id');
  return row;
}

function toRecord(row: ApiTokenRow, caller: CallToken): ApiToken {
  return { ...row, is_me: row.id === caller.id };
}
