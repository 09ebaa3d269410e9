import type { Body } from '#contract/operation.ts';
import type {
  ApiToken,
  issueApiToken as IssueRow,
  listApiTokens as ListRow,
  revokeApiToken as RevokeRow,
  updateApiToken as UpdateRow,
} from '#contract/tokens.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Call, CallToken, Handler } from '#server/operation/call.ts';
import {
  countApiTokens,
  findApiTokens,
  getApiToken,
  lockApiToken,
  updateLabel,
  type ApiTokenRow,
} from './api-tokens.sql.ts';
import { issueToken } from './issue-token.ts';
import { revokeToken } from './revoke-token.ts';
import { rotateToken } from './rotate-token.ts';
import { isAgent, notifyTokensChanged } from './tokens.sql.ts';
import { checkWithinCaller } from './within-caller.ts';

const USUAL_RATE = 600;
const USUAL_OVERLAP_HOURS = 24;

/** GET api_tokens: all of the site, newest first, never a raw one. See docs/api.md, "API tokens". */
export const listApiTokens: Handler<typeof ListRow> = async ({ db, site, token, query: { limit, skip } }) => {
  const rows = await findApiTokens(db, site.id, { limit, skip });
  const isTotalKnown = rows.length < limit && (rows.length > 0 || skip === 0);
  const total_count = isTotalKnown ? skip + rows.length : await countApiTokens(db, site.id);
  return { items: rows.map((row) => toRecord(row, token)), total_count };
};

/**
 * POST api_tokens: a new token, or one that replaces another. This answer is the only one that has the raw token.
 * @throws ApiError missing_field, bad_field; insufficient_scope for more than the caller has; not_found and conflict
 * where the token to rotate is none or is over
 */
export const issueApiToken: Handler<typeof IssueRow> = async (call) => {
  const { db, site, token: caller, body, actor, now } = call;
  checkKind(body);
  const { issued, row } = await db.transaction(async (db) => {
    const issued =
      body.rotate_id === undefined
        ? await issueNew(db, call)
        : await rotateToken(
            db,
            site,
            { id: body.rotate_id, overlapHours: body.overlap_hours ?? USUAL_OVERLAP_HOURS, caller },
            { actor, now },
          );
    return { issued, row: requireToken(await getApiToken(db, site.id, issued.tokenId)) };
  });
  return { ...toRecord(row, caller), token: issued.token };
};

/** PATCH api_tokens: another label. @throws ApiError not_found */
export const updateApiToken: Handler<typeof UpdateRow> = ({ db, site, token, body, actor, now }) =>
  db.transaction(async (db) => {
    const old = requireToken(await lockApiToken(db, site.id, body.id));
    const label = body.label.trim();
    if (label === old.label) return toRecord(old, token);
    await updateLabel(db, site.id, body.id, label);
    const changes = [{ field: 'label', from: null, to: null }];
    const entry = { action: 'token.update', objectType: 'api_token', objectId: body.id.toString(), changes };
    await recordAudit(db, site, entry, { actor, now });
    await notifyTokensChanged(db);
    return toRecord({ ...old, label }, token);
  });

/**
 * DELETE api_tokens: the token and its browser sessions are refused from now on, here at once. A token may end itself:
 * this answer is then the last one it gets. @throws ApiError not_found
 */
export const revokeApiToken: Handler<typeof RevokeRow> = ({ db, site, query: { id }, actor, now }) =>
  db.transaction(async (db) => {
    requireToken(await lockApiToken(db, site.id, id));
    await revokeToken(db, id, { actor, now });
    return { id, revoked: true };
  });

async function issueNew(
  db: Db,
  { site, token: caller, body, actor, now }: Call<typeof IssueRow>,
): Promise<{ readonly tokenId: bigint; readonly token: string }> {
  const { label = '', scopes = [] } = body;
  // Left out, it is the usual one, or what the caller has where that is less.
  const rateLimitPerMin = body.rate_limit_per_min ?? Math.min(USUAL_RATE, caller.rateLimitPerMin);
  checkWithinCaller({ scopes, rateLimitPerMin }, caller);
  const agentId = body.agent_id === undefined || body.agent_id === null ? null : BigInt(body.agent_id);
  if (agentId !== null && !(await isAgent(db, site.id, agentId))) {
    throw new ApiError('bad_field', 'agent_id must be an agent of this site');
  }
  const days = body.expires_days === undefined ? {} : { expiresDays: body.expires_days };
  const request = { label: label.trim(), scopes, rateLimitPerMin, agentId, ...days };
  return issueToken(db, site.id, request, { actor, now });
}

/** One body serves two wishes, so what belongs to which is checked here. */
function checkKind(body: Body<typeof IssueRow>): void {
  const { rotate_id: rotateId, overlap_hours: overlapHours, ...fresh } = body;
  if (rotateId !== undefined) {
    const other = Object.entries(fresh).find(([, value]) => value !== undefined)?.[0];
    if (other !== undefined)
      throw new ApiError('bad_field', `${other} does not go with rotate_id: the old token has it`);
    return;
  }
  if (overlapHours !== undefined) throw new ApiError('bad_field', 'overlap_hours goes with rotate_id alone');
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
