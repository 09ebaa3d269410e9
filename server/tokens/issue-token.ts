import { SCOPES, type Scope } from '#contract/operation.ts';
import { codePoints } from '#contract/scalars.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import type { Actor } from '#server/operation/call.ts';
import { hashToken, isTokenShape, newToken, siteOfToken, tokenPrefix } from './token-format.ts';
import { getTokenByHash, insertToken, isAgent, isSite } from './tokens.sql.ts';

const DAY_MS = 86_400_000;

export interface TokenRequest {
  readonly label: string;
  readonly scopes: readonly string[];
  readonly rateLimitPerMin?: number;
  /** 365 by default; `expires` takes precedence. */
  readonly expiresDays?: number;
  readonly expires?: Date;
  readonly agentId?: bigint | null;
  /** A token that was derived elsewhere; issuing it again answers the existing one. */
  readonly raw?: string;
  /** The id of the token that issued it; null for administrators. */
  readonly issuedBy?: bigint | null;
}

/** Its message is shown to the user. */
export class TokenRequestError extends Error {}

/**
 * Issues an API token (docs/operating.md, "Administration"). Only its hash is stored.
 * @throws TokenRequestError for an unknown scope, a limit outside 1..1,000,000 or an agent of another site.
 */
export async function issueToken(
  db: Db,
  siteId: bigint,
  request: TokenRequest,
  context: { readonly actor: Actor; readonly now: Date },
): Promise<{ tokenId: bigint; token: string }> {
  const scopes = readScopes(request.scopes);
  const rateLimitPerMin = request.rateLimitPerMin ?? 600;
  const expiresDays = request.expiresDays ?? 365;
  checkRange('the rate limit', rateLimitPerMin, 1_000_000);
  checkRange('the days until it expires', expiresDays, 36_500);
  if (request.label.trim() === '' || codePoints(request.label) > 200) {
    throw new TokenRequestError('the label must have 1 to 200 characters');
  }
  const token = request.raw ?? newToken('sck', siteId);
  if (!isTokenShape(token) || siteOfToken(token) !== siteId)
    throw new TokenRequestError('this is not the shape of a token of this site');
  return db.transaction(async (db) => {
    const hash = hashToken(token);
    await checkOwner(db, siteId, request.agentId ?? null);
    const tokenId = await insertToken(db, {
      siteId,
      hash,
      prefix: tokenPrefix(token),
      label: request.label,
      scopes,
      rateLimitPerMin,
      agentId: request.agentId ?? null,
      now: context.now,
      expires: request.expires ?? new Date(context.now.getTime() + expiresDays * DAY_MS),
      issuedBy: request.issuedBy ?? null,
    });
    if (tokenId === undefined) {
      const existing = await getTokenByHash(db, siteId, hash);
      if (existing === undefined) throw new Error('the existing token was not found');
      return { tokenId: existing.token_id, token };
    }
    await recordAudit(
      db,
      { id: siteId },
      {
        action: 'token.issue',
        objectType: 'api_token',
        objectId: tokenId.toString(),
        changes: [
          { field: 'scopes', from: null, to: scopes.join(',') },
          { field: 'rate_limit_per_min', from: null, to: rateLimitPerMin },
        ],
      },
      context,
    );
    return { tokenId, token };
  }, FEW_IDS);
}

async function checkOwner(db: Db, siteId: bigint, agentId: bigint | null): Promise<void> {
  if (!(await isSite(db, siteId))) throw new TokenRequestError(`there is no site ${siteId}`);
  if (agentId !== null && !(await isAgent(db, siteId, agentId))) {
    throw new TokenRequestError(`site ${siteId} has no agent ${agentId}`);
  }
}

function readScopes(names: readonly string[]): Scope[] {
  const scopes = SCOPES.filter((scope) => names.includes(scope));
  const unknown = names.find((name) => !scopes.some((scope) => scope === name));
  if (unknown !== undefined)
    throw new TokenRequestError(`${unknown || 'an empty text'} is not a scope; scopes: ${SCOPES.join(', ')}`);
  if (scopes.length === 0) throw new TokenRequestError('a token needs at least one scope');
  return scopes;
}

function checkRange(name: string, value: number, max: number): void {
  if (!Number.isInteger(value) || value < 1 || value > max) {
    throw new TokenRequestError(`${name} must be an integer from 1 to ${max}`);
  }
}
