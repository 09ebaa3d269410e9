import type { Reply } from '#contract/operation.ts';
import {
  MAX_SESSION_LINK_DAYS,
  type issuePortalToken as IssuePortalToken,
  type revokePortalToken as RevokePortalToken,
} from '#contract/portal.ts';
import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Call, Handler, SiteRef } from '#server/operation/call.ts';
import { confirmToken } from '#server/tokens/confirm-token.ts';
import { hashToken } from '#server/tokens/token-format.ts';
import { recordEvent } from '#server/webhooks/record-event.ts';
import { derivePortalToken, newNonce, portalUrl, type PortalSeed } from './portal-secret.ts';
import {
  getPortalSeed,
  getReusableToken,
  insertPortalToken,
  lockPortalEmail,
  updateRevoked,
} from './portal-tokens.sql.ts';
import { recordRevocations } from './record-revocations.ts';
import { emailKey } from '#contract/contact-keys.ts';

/** This service always returns the secret. */
type Issued = Reply<typeof IssuePortalToken> & { readonly token: string; readonly token_url: string };
type IssueCall = Call<typeof IssuePortalToken>;
type MintCall = Pick<IssueCall, 'db' | 'site' | 'keys' | 'now' | 'actor'> & {
  readonly body: Pick<IssueCall['body'], 'requester_email' | 'expiry_days'>;
  readonly config: Pick<IssueCall['config'], 'publicUrl'>;
  /** See `AuditContext`. */
  readonly isSilent?: boolean;
};

const DAY_MS = 86_400_000;

/**
 * Requires the API token of a browser session for a link that is valid longer than sessions may issue.
 * @throws ApiError insufficient_scope
 */
export async function authorizePortalToken(call: IssueCall): Promise<void> {
  const { expiry_days: days, confirm_token: raw } = call.body;
  if (raw !== undefined) await confirmToken(call, raw, 'portal_token');
  else if (isLimited(call) && days > MAX_SESSION_LINK_DAYS) throw tooLongForSession();
}

/** Whether the caller may only get links of at most 30 days. `authorizePortalToken` has checked its confirm_token. */
function isLimited({ token, body }: Pick<IssueCall, 'token' | 'body'>): boolean {
  return token.sessionId !== null && body.confirm_token === undefined;
}

function maxExpiryForSession(now: Date): Date {
  return new Date(now.getTime() + MAX_SESSION_LINK_DAYS * DAY_MS);
}

function tooLongForSession(): ApiError {
  const most = `A browser session issues links of at most ${MAX_SESSION_LINK_DAYS} days`;
  return new ApiError('insufficient_scope', `${most}: for a longer one, send its API token as confirm_token`);
}

/**
 * POST portal_token: issues a link to the customer's own tickets, or returns the active one that expires last. See
 * docs/api.md, "Portal tokens".
 */
export const issuePortalToken: Handler<typeof IssuePortalToken> = (call) =>
  call.db.transaction(async (db) => {
    const { site, body, keys, now } = call;
    const key = emailKey(body.requester_email);
    if (!body.reuse_active) return mintPortalToken({ ...call, db });
    await lockPortalEmail(db, site.id, key);
    const endsBy = isLimited(call) ? maxExpiryForSession(now) : undefined;
    const known = await getReusableToken(db, site.id, { emailKey: key, keyIds: keys.ids, now, endsBy });
    if (known === undefined) return mintPortalToken({ ...call, db });
    const { id, requester_email, expires_utc, use_count } = known;
    // Audited although nothing changes, because the caller gets the secret.
    const entry: AuditEntry = {
      action: 'portal_token.reuse',
      objectType: 'portal_token',
      objectId: id.toString(),
      changes: [],
    };
    await recordAudit(db, site, entry, { actor: call.actor, now });
    return { id, requester_email, ...secretsOf(call, known), expires_utc, use_count, reused: true };
  }, FEW_IDS);

/** Issues a new link even if there is an active one. Call inside a transaction. */
export async function mintPortalToken(call: MintCall): Promise<Issued> {
  const { db, site, body, keys, now, actor, isSilent = false } = call;
  const seed = { id: await db.takeIds(site.id, 1), nonce: newNonce(), key_id: keys.current.id };
  const secrets = secretsOf(call, seed);
  const expires = new Date(now.getTime() + body.expiry_days * DAY_MS);
  const { id } = seed;
  await insertPortalToken(db, site.id, {
    ...seed,
    email: body.requester_email,
    emailKey: emailKey(body.requester_email),
    hash: hashToken(secrets.token),
    issuedBy: actor.label,
    now,
    expires,
  });
  const changes = [{ field: 'expiry_days', from: null, to: body.expiry_days }];
  const context = { actor, now, isSilent };
  const entry: AuditEntry = {
    action: 'portal_token.issue',
    objectType: 'portal_token',
    objectId: id.toString(),
    changes,
  };
  await recordAudit(db, site, entry, context);
  const expires_utc = expires.toISOString();
  const pii = { requester_email: body.requester_email };
  await recordEvent(db, site, { type: 'portal_token.issued', data: { id, expires_utc }, pii }, context);
  return { id, requester_email: body.requester_email, ...secrets, expires_utc, use_count: 0, reused: false };
}

function secretsOf(
  { keys, site, config }: Pick<MintCall, 'keys' | 'site' | 'config'>,
  seed: PortalSeed,
): Pick<Issued, 'token' | 'token_url'> {
  const token = derivePortalToken(keys, site.id, seed);
  // Callers only pass rows of known keys.
  if (token === undefined) throw new Error('a portal link could not be derived');
  return { token, token_url: portalUrl(config.publicUrl, token) };
}

/** The reply as stored for an Idempotency-Key, without the secret. See docs/api.md, "Idempotency". */
export function withoutPortalToken(reply: Issued): Omit<Issued, 'token' | 'token_url'> {
  const { token: _token, token_url: _url, ...stored } = reply;
  return stored;
}

/**
 * Restores a stored reply by deriving its token again.
 * @throws ApiError conflict if the link was deleted or its key is no longer available; insufficient_scope for a browser
 * session that repeats a call of its API token and may not get a link of this length
 */
export async function withPortalToken(
  stored: ReturnType<typeof withoutPortalToken>,
  call: Pick<IssueCall, 'db' | 'site' | 'keys' | 'config' | 'token' | 'body' | 'now'>,
): Promise<Issued> {
  const { db, site, keys, config, now } = call;
  if (isLimited(call) && Date.parse(stored.expires_utc) > maxExpiryForSession(now).getTime()) throw tooLongForSession();
  // Stored as JSON, a small id is a plain number.
  const seed = await getPortalSeed(db, site.id, BigInt(stored.id));
  const token = seed === undefined ? undefined : derivePortalToken(keys, site.id, seed);
  if (token === undefined) throw new ApiError('conflict', 'The link in the first answer cannot be shown again');
  const { id, requester_email, ...rest } = stored;
  return { id, requester_email, token, token_url: portalUrl(config.publicUrl, token), ...rest };
}

/** DELETE portal_token: revokes a link. Idempotent. @throws ApiError not_found */
export const revokePortalToken: Handler<typeof RevokePortalToken> = ({ db, site, query: { id }, actor, now }) =>
  db.transaction((db) => revokeOnePortalToken(db, site, id, { actor, now }), FEW_IDS);

/** Revokes a link inside the caller's transaction. @throws ApiError not_found */
export async function revokeOnePortalToken(
  db: Db,
  site: SiteRef,
  id: bigint,
  context: AuditContext,
): Promise<Reply<typeof RevokePortalToken>> {
  const row = await updateRevoked(db, site.id, id, context.now);
  if (row === undefined) throw new ApiError('not_found', 'There is no portal link with this id');
  if (!row.was_revoked) await recordRevocations(db, site, [row], context);
  return { id, revoked: true, revoked_utc: row.revoked_utc };
}
