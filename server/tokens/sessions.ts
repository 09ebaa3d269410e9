import type { Scope } from '#contract/operation.ts';
import type { endSession as endRow, startSession as startRow } from '#contract/site.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { CallToken, Handler } from '#server/operation/call.ts';
import { hashToken, newToken, tokenPrefix } from './token-format.ts';
import { insertSession, updateSessionEnded } from './sessions.sql.ts';
import { notifyTokensChanged } from './tokens.sql.ts';

const SESSION_MS = 12 * 3_600_000;
const IDLE_MINUTES = 30;

/**
 * Exchanges an API token for a browser session token: 12 hours at most and never longer than its parent, 30 minutes
 * idle, scopes within the parent's. See docs/api.md, "Browser sessions".
 * @throws ApiError insufficient_scope for a session token, or a scope that the parent lacks.
 */
export const startSession: Handler<typeof startRow> = async ({ db, site, token, actor, now, body }) => {
  if (token.sessionId !== null) {
    throw new ApiError('insufficient_scope', 'A browser session starts no other session: send the API token');
  }
  const scopes = body.scopes === undefined ? [...token.scopes] : withinParent(body.scopes, token);
  const raw = newToken('sct');
  const expires = new Date(Math.min(now.getTime() + SESSION_MS, Date.parse(token.expiresUtc ?? '9999-12-31')));
  await db.transaction(async (db) => {
    const sessionId = await insertSession(db, site.id, {
      tokenId: token.id,
      hash: hashToken(raw),
      prefix: tokenPrefix(raw),
      scopes,
      now,
      expires,
    });
    await recordAudit(
      db,
      site,
      {
        action: 'session.start',
        objectType: 'browser_session',
        objectId: sessionId.toString(),
        changes: [{ field: 'scopes', from: null, to: scopes.join(',') }],
      },
      { actor, now },
    );
  });
  return {
    token: raw,
    token_prefix: tokenPrefix(raw),
    scopes,
    created_utc: now.toISOString(),
    expires_utc: expires.toISOString(),
    idle_minutes: IDLE_MINUTES,
  };
};

/** Ends the session that sends it. @throws ApiError insufficient_scope for an API token, which is revoked instead. */
export const endSession: Handler<typeof endRow> = async ({ db, site, token, actor, now }) => {
  const { sessionId } = token;
  if (sessionId === null) {
    throw new ApiError('insufficient_scope', 'Only a browser session ends here: send the session token');
  }
  await db.transaction(async (db) => {
    await updateSessionEnded(db, site.id, sessionId, now);
    await recordAudit(
      db,
      site,
      { action: 'session.end', objectType: 'browser_session', objectId: sessionId.toString(), changes: [] },
      { actor, now },
    );
    await notifyTokensChanged(db);
  });
  return { ended: true };
};

function withinParent(wanted: readonly Scope[], parent: CallToken): Scope[] {
  const scopes = [...new Set(wanted)];
  // `read` opens nothing, so anyone may say that a session only reads.
  const beyond = scopes.find(
    (scope) => scope !== 'read' && !parent.scopes.includes(scope) && !parent.scopes.includes('*'),
  );
  if (beyond !== undefined) throw new ApiError('insufficient_scope', `The API token itself lacks ${beyond}`);
  return scopes;
}
