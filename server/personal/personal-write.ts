import { onlyReads } from '#contract/operation.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { CallToken } from '#server/operation/call.ts';

/**
 * An API token may write its own views and preferences, whatever its scopes. A read-only browser session may be shared,
 * as in a frame or on a wall, and its writes would show up for everyone with the token. It may write only if the token
 * itself is read-only and belongs to an agent, and so to one person.
 * @throws ApiError insufficient_scope
 */
export function requirePersonalWrite(token: Pick<CallToken, 'sessionId' | 'scopes' | 'tokenScopes' | 'agentId'>): void {
  if (token.sessionId === null || !onlyReads(token.scopes)) return;
  if (token.agentId !== null && onlyReads(token.tokenScopes)) return;
  const message =
    'A browser session that only reads changes no saved views and no preferences, unless its token belongs to an agent and only reads';
  throw new ApiError('insufficient_scope', message);
}
