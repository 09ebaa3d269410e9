import type { issueApiToken as IssueRow } from '#contract/tokens.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Call, CallToken } from '#server/operation/call.ts';
import { countLiveTokens, lockTokensOf } from './api-tokens.sql.ts';
import { issueToken } from './issue-token.ts';
import { isAgent } from './tokens.sql.ts';
import { checkWithinCaller } from './within-caller.ts';

const USUAL_RATE = 600;
const USUAL_DAYS = 365;
const DAY_MS = 86_400_000;
const MAX_LIVE_TOKENS = 100;

/**
 * Issues a token for another one, with no more than that has: scopes, rate and end. To be called inside a transaction.
 * @throws ApiError insufficient_scope; bad_field for an agent of another site; conflict where the site has 100 live ones
 */
export async function issueByToken(
  db: Db,
  { site, token: caller, body, actor, now }: Call<typeof IssueRow>,
): Promise<{ readonly tokenId: bigint; readonly token: string }> {
  const { label = '', scopes = [] } = body;
  // Left out, it is the usual one, or what the caller has where that is less.
  const rateLimitPerMin = body.rate_limit_per_min ?? Math.min(USUAL_RATE, caller.rateLimitPerMin);
  checkWithinCaller({ scopes, rateLimitPerMin }, caller);
  const expires = endWithinCaller(body.expires_days, caller, now);
  const agentId = body.agent_id === undefined || body.agent_id === null ? null : BigInt(body.agent_id);
  if (agentId !== null && !(await isAgent(db, site.id, agentId))) {
    throw new ApiError('bad_field', 'agent_id must be an agent of this site');
  }
  await lockTokensOf(db, site.id);
  if ((await countLiveTokens(db, site.id, now)) >= MAX_LIVE_TOKENS) {
    throw new ApiError('conflict', `This site has ${MAX_LIVE_TOKENS} live tokens: revoke one first`);
  }
  const request = { label: label.trim(), scopes, rateLimitPerMin, agentId, expires, issuedBy: caller.id };
  return issueToken(db, site.id, request, { actor, now });
}

/** Days that were asked for are given whole or not at all; without them the end of the issuer bounds the usual ones. */
function endWithinCaller(days: number | undefined, caller: CallToken, now: Date): Date {
  const end = new Date(now.getTime() + (days ?? USUAL_DAYS) * DAY_MS);
  const last = caller.expiresUtc === null ? null : new Date(caller.expiresUtc);
  if (last === null || end <= last) return end;
  if (days === undefined) return last;
  throw new ApiError(
    'insufficient_scope',
    `This token ends at ${last.toISOString()}, so it cannot give ${days} ${days === 1 ? 'day' : 'days'}`,
  );
}
