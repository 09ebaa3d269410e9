import type { Operation } from '#contract/operation.ts';
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Call } from '#server/operation/call.ts';
import { hashToken, isTokenShape } from './token-format.ts';
import { getTokenByHash } from './tokens.sql.ts';

export type ConfirmingCall = Pick<Call<Operation>, 'db' | 'site' | 'token' | 'actor' | 'now'>;

/**
 * Tokens, subscriptions, secrets and long portal links outlive the browser session that creates them, so a session must
 * send the API token that it was started with. For a call with an API token `raw` is ignored. A wrong one is recorded in
 * the audit log, so call this before the transaction that the refusal would roll back.
 * @param resource For the audit log
 * @throws ApiError insufficient_scope, which never contains the token that was sent
 */
export async function confirmToken(
  { db, site, token: caller, actor, now }: ConfirmingCall,
  raw: string | undefined,
  resource: 'api_tokens' | 'webhook_subscriptions' | 'portal_token',
): Promise<void> {
  if (caller.sessionId === null) return;
  if (raw === undefined) {
    throw new ApiError(
      'insufficient_scope',
      'A browser session needs its API token once more for this: send it as confirm_token',
    );
  }
  const found = isTokenShape(raw) ? await getTokenByHash(db, site.id, hashToken(raw)) : undefined;
  if (found !== undefined && found.token_id === caller.id) return;
  const changes = [{ field: 'resource', from: null, to: resource }];
  const entry: AuditEntry = {
    action: 'token.confirm',
    objectType: 'api_token',
    objectId: caller.id.toString(),
    changes,
  };
  await recordAudit(db, site, { ...entry, outcome: 'refused' }, { actor, now });
  throw new ApiError('insufficient_scope', 'confirm_token is not the API token that this browser session came from');
}
