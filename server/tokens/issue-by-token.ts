import type { issueApiToken as IssueRow } from '#contract/tokens.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Call, CallToken } from '#server/operation/call.ts';
import { countLiveTokens, lockTokensOf } from './api-tokens.sql.ts';
import { issueToken } from './issue-token.ts';
import { isAgent } from './tokens.sql.ts';
import type { Scope } from '#contract/operation.ts';

const USUAL_RATE = 600;
const USUAL_DAYS = 365;
const DAY_MS = 86_400_000;
const MAX_LIVE_TOKENS = 100;

/**
 * Issues a token on behalf of another one, within its scopes, rate limit and expiry. Call it inside a transaction.
 * @throws ApiError insufficient_scope; bad_field for an agent of another site; conflict if the site has 100 live tokens
 */
export async function issueByToken(
  db: Db,
  { site, token: caller, body, actor, now }: Call<typeof IssueRow>,
): Promise<{ readonly tokenId: bigint; readonly token: string }> {
  const { label = '', scopes = [] } = body;
  const rateLimitPerMin = body.rate_limit_per_min ?? Math.min(USUAL_RATE, caller.rateLimitPerMin);
  checkWithinCaller({ scopes, rateLimitPerMin }, caller);
  const expires = expiryWithinCaller(body.expires_days, caller, now);
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

/** Requested days are granted in full or refused; the default is shortened to the caller's expiry. */
function expiryWithinCaller(days: number | undefined, caller: CallToken, now: Date): Date {
  const end = new Date(now.getTime() + (days ?? USUAL_DAYS) * DAY_MS);
  const last = caller.expiresUtc === null ? null : new Date(caller.expiresUtc);
  if (last === null || end <= last) return end;
  if (days === undefined) return last;
  throw new ApiError(
    'insufficient_scope',
    `This token ends at ${last.toISOString()}, so it cannot give ${days} ${days === 1 ? 'day' : 'days'}`,
  );
}

/**
 * A token cannot grant scopes or a rate limit that it lacks. `read` grants nothing by itself, so any token may give it. A
 * browser session has its own scopes and its parent's rate limit.
 * @throws ApiError insufficient_scope
 */
export function checkWithinCaller(
  wanted: { readonly scopes: readonly Scope[]; readonly rateLimitPerMin: number },
  caller: CallToken,
): void {
  const beyond = wanted.scopes.find((scope) => scope !== 'read' && !caller.allows(scope));
  if (beyond !== undefined) {
    throw new ApiError('insufficient_scope', `This token lacks ${beyond}, so it cannot grant it`);
  }
  if (wanted.rateLimitPerMin > caller.rateLimitPerMin) {
    throw new ApiError(
      'insufficient_scope',
      `This token may make ${caller.rateLimitPerMin} calls a minute, so it cannot grant more`,
    );
  }
}
