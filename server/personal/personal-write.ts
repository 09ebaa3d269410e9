import { onlyReads } from '#contract/operation.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { CallToken } from '#server/operation/call.ts';

/**
 * An API token writes its own views and preferences, whatever its scopes. A browser session that only reads may be in many
 * hands, as in a frame or on a wall, and what it wrote would show up for all who share the token. It does only where the
 * token itself only reads and belongs to an agent, so that it is one person's.
 * @throws ApiError insufficient_scope
 */
export function requirePersonalWrite(token: Pick<CallToken, 'sessionId' | 'scopes' | 'tokenScopes' | 'agentId'>): void {
  if (token.sessionId === null || !onlyReads(token.scopes)) return;
  if (token.agentId !== null && onlyReads(token.tokenScopes)) return;
  const message =
    'A browser session that only reads changes no saved views and no preferences, unless its token belongs to an agent and only reads';
  throw new ApiError('insufficient_scope', message);
}
