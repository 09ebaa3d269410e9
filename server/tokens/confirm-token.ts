import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { CallToken } from '#server/operation/call.ts';
import { hashToken, isTokenShape } from './token-format.ts';
import { getTokenByHash } from './tokens.sql.ts';

/**
 * What a browser session makes here would outlive it, so it has to show the API token that it was made with. An API token
 * needs to show nothing more, and what it sends is not looked at.
 * @throws ApiError insufficient_scope, which never says what was sent
 */
export async function confirmToken(db: Db, caller: CallToken, raw: string | undefined): Promise<void> {
  if (caller.sessionId === null) return;
  if (raw === undefined) {
    throw new ApiError(
      'insufficient_scope',
      'A browser session needs its API token once more for this: send it as confirm_token',
    );
  }
  const found = isTokenShape(raw) ? await getTokenByHash(db, hashToken(raw)) : undefined;
  if (found === undefined || found.token_id !== caller.id) {
    throw new ApiError('insufficient_scope', 'confirm_token is not the API token that this browser session came from');
  }
}
