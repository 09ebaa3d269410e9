import type { Scope } from '#contract/operation.ts';
import type { endSession as endRow, startSession as startRow } from '#contract/site.ts';
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Call, CallToken, Handler, SiteRef } from '#server/operation/call.ts';
import { hashToken, newToken, tokenPrefix } from './token-format.ts';
import {
  countLiveSessions,
  deleteEndedSessions,
  endIdlestSessions,
  insertSession,
  lockSessionsOf,
  updateSessionEnded,
} from './sessions.sql.ts';
import { notifyTokensChanged } from './tokens.sql.ts';

const SESSION_MS = 12 * 3_600_000;
const IDLE_MINUTES = 30;
const MAX_LIVE = 20;
/** A read-only token is often shared by many viewers: a screen on the wall, a demonstration. */
const MAX_LIVE_READING = 500;
/** An upper bound of concurrent starts over all nodes: each of them holds a connection. */
const MAX_AT_ONCE = 100;

/**
 * Exchanges an API token for a browser session token. It lasts 12 hours at most, never longer than its parent, and ends
 * after 30 idle minutes; its scopes are within the parent's. At the parent's limit of sessions, the idlest one ends. See
 * docs/api.md, "Browser sessions".
 * @throws ApiError insufficient_scope for a session token, or a scope that the parent lacks
 */
export const startSession: Handler<typeof startRow> = async ({ db, site, token, actor, now, body }) => {
  if (token.sessionId !== null) {
    throw new ApiError('insufficient_scope', 'A browser session cannot start another session: send the API token');
  }
  const scopes = body.scopes === undefined ? [...token.scopes] : withinParent(body.scopes, token);
  const raw = newToken('sct', site.id);
  const expires = new Date(Math.min(now.getTime() + SESSION_MS, Date.parse(token.expiresUtc ?? '9999-12-31')));
  await db.transaction(async (db) => {
    await endExcessSessions(db, { site, token, actor, now });
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
        objectId: sessionId,
        changes: [{ field: 'scopes', from: null, to: scopes.join(',') }],
      },
      { actor, now },
    );
  }, FEW_IDS);
  return {
    token: raw,
    token_prefix: tokenPrefix(raw),
    scopes,
    created_utc: now.toISOString(),
    expires_utc: expires.toISOString(),
    idle_minutes: IDLE_MINUTES,
  };
};

/** Ends the caller's session. @throws ApiError insufficient_scope for an API token, which has to be revoked instead */
export const endSession: Handler<typeof endRow> = async ({ db, site, token, actor, now }) => {
  const { sessionId } = token;
  if (sessionId === null) {
    throw new ApiError('insufficient_scope', 'Only a browser session can be ended here: send the session token');
  }
  await db.transaction(async (db) => {
    await updateSessionEnded(db, site.id, sessionId, now);
    await recordAudit(
      db,
      site,
      { action: 'session.end', objectType: 'browser_session', objectId: sessionId, changes: [] },
      { actor, now },
    );
    await notifyTokensChanged(db, site.id);
  }, FEW_IDS);
  return { ended: true };
};

/** Ends the idlest sessions of the token if one more would exceed the limit. */
async function endExcessSessions(
  db: Db,
  { site, token, actor, now }: Pick<Call<typeof startRow>, 'site' | 'token' | 'actor' | 'now'>,
): Promise<void> {
  const max = token.scopes.every((scope) => scope === 'read') ? MAX_LIVE_READING : MAX_LIVE;
  // Far below the limit there is no need to lock: many viewers open a page at nine o'clock, and each frame starts one.
  if (max > MAX_AT_ONCE && (await countLiveSessions(db, site.id, token.id, now)) < max - MAX_AT_ONCE) return;
  await lockSessionsOf(db, site.id, token.id);
  const ended = await endIdlestSessions(db, site.id, token.id, { keep: max - 1, now });
  for (const id of ended) {
    const changes = [{ field: 'live_sessions', from: null, to: max }];
    const entry: AuditEntry = {
      action: 'session.end',
      objectType: 'browser_session',
      objectId: id,
      changes,
    };
    await recordAudit(db, site, entry, { actor, now });
  }
  if (ended.length > 0) await notifyTokensChanged(db, site.id);
}

function withinParent(wanted: readonly Scope[], parent: CallToken): Scope[] {
  const scopes = [...new Set(wanted)];
  // `read` grants nothing by itself, so any token may start a read-only session.
  const beyond = scopes.find(
    (scope) => scope !== 'read' && !parent.scopes.includes(scope) && !parent.scopes.includes('*'),
  );
  if (beyond !== undefined) throw new ApiError('insufficient_scope', `The API token itself lacks ${beyond}`);
  return scopes;
}

/** Half an hour, plus a minute in which every node writes the last uses that it has in memory. */
const IDLE_FOR_SURE_MS = 31 * 60_000;

/** Deletes sessions that have ended or expired, were idle or lost their token. The audit log keeps their start and end. */
export async function removeEndedSessions(db: Db, site: SiteRef, now: Date): Promise<void> {
  await deleteEndedSessions(db, site.id, now, new Date(now.getTime() - IDLE_FOR_SURE_MS));
}
