import type { Review } from '#contract/ai-reviews.ts';
import { forgetSessionsOfCalls } from '#server/ai/session-calls.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { RowBudget } from '#server/operation/row-budget.ts';
import { forgetDeliveries } from '#server/webhooks/forget-person.ts';
import {
  anonymizeFeedback,
  conditionsOf,
  deleteMessagesOf,
  deleteSessions,
  type ExportedSession,
  findMessages,
  findSessionIds,
  findSessionPage,
  type MessageRow,
  readFeedbackRows,
  readMessagesOf,
  readSessionRows,
  type SessionRow,
  type SessionOwners,
  type SessionSelects,
  weighMessages,
} from './person-sessions.sql.ts';
import { listsOf } from '#server/operation/attach-lists.ts';
import { mapList, type Streamed } from '#server/operation/streamed-reply.ts';

/** Sessions per batch: each has messages, handoffs and log entries. */
const BATCH_SIZE = 100;
const PAGE = 1_000;
const UNLIMITED_ROWS = 2_000_000_000;

interface EraseStep {
  readonly budget: RowBudget;
  readonly now: Date;
}

interface ErasedSessions {
  readonly sessions: number;
  readonly webhook_bodies: number;
}

/**
 * Erases the sessions of a visitor with their messages, and removes personal data from the feedback, keeping the
 * ratings. Call it inside a transaction. Returns how many sessions it erased. See docs/api.md, "Visitors".
 */
export async function eraseSessions(db: Db, site: SiteRef, visitorKey: string, now: Date): Promise<number> {
  const step = { budget: new RowBudget(UNLIMITED_ROWS), now };
  return (await eraseSessionsOf(db, site, { visitorKeys: [visitorKey] }, step)).sessions;
}

/**
 * Erases the sessions of a customer record, tickets and visitors until the budget is spent. Call it before deleting the
 * owners, since a session only references them. Also erases the data of the sessions in webhook deliveries and AI
 * calls.
 */
export async function eraseSessionsOf(
  db: Db,
  site: SiteRef,
  owners: Partial<SessionOwners>,
  { budget, now }: EraseStep,
): Promise<ErasedSessions> {
  let [sessions, webhook_bodies] = [0, 0];
  for (const condition of conditionsOf(owners)) {
    for (let isMore = true; isMore && !budget.isSpent;) {
      const sessionIds = await findSessionIds(db, site.id, condition, Math.min(BATCH_SIZE, budget.left));
      isMore = sessionIds.length === BATCH_SIZE;
      if (sessionIds.length === 0) break;
      budget.take(await deleteMessagesOf(db, site.id, sessionIds, budget.left));
      if (budget.isSpent) break;
      budget.take(await anonymizeFeedback(db, site.id, { sessionIds }, budget.left));
      if (budget.isSpent) break;
      budget.take(await forgetSessionsOfCalls(db, site, sessionIds, budget.left));
      if (budget.isSpent) break;
      webhook_bodies += await forgetDeliveries(db, site, { sessionIds }, { budget, now });
      if (budget.isSpent) break;
      sessions += await deleteSessions(db, site.id, sessionIds);
      budget.take(sessionIds.length);
    }
  }
  if (!budget.isSpent) {
    const { ticketIds, visitorKeys } = owners;
    const given = { ...(ticketIds && { ticketIds }), ...(visitorKeys && { visitorKeys }) };
    budget.take(await anonymizeFeedback(db, site.id, given, budget.left));
  }
  return { sessions, webhook_bodies };
}

/** Adds to `sessionIds` the sessions that `eraseSessionsOf` would erase, in pages; changes nothing. */
export async function collectSessions(
  db: Db,
  site: SiteRef,
  owners: Partial<SessionOwners>,
  sessionIds: Set<string>,
): Promise<void> {
  for (const condition of conditionsOf(owners)) {
    let after = 0n;
    for (;;) {
      const page = await findSessionPage(db, site.id, condition, { after, limit: PAGE });
      for (const { session_id } of page) sessionIds.add(session_id);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = last.id;
    }
  }
}

/** All sessions of a person with their messages, newest first. */
export async function* readSessionsOf(
  db: Db,
  { id: siteId }: SiteRef,
  owners: SessionSelects,
): AsyncGenerator<readonly Streamed<ExportedSession>[]> {
  for await (const rows of readSessionRows(db, siteId, owners)) {
    const messagesOf = await listsOf(rows, {
      weigh: (ids) => weighMessages(db, siteId, ids),
      findAll: (ids) => findMessages(db, siteId, ids),
      ownerOf: ({ owner_id: id }: MessageRow) => id,
      read: (session) => readMessagesOf(db, siteId, session),
    });
    yield rows.map((row) => {
      const { session_id, channel, started_utc, ended_utc } = row;
      return {
        session_id,
        channel,
        started_utc,
        ended_utc,
        review: reviewOf(row),
        messages: mapList(messagesOf(row), asMessage),
      };
    });
  }
}

function reviewOf(row: SessionRow): Review | null {
  if (row.verdict === null) return null;
  const { verdict, reason, note, reviewer, reviewed_utc, version } = row;
  return { verdict, reason, note, reviewer, reviewed_utc, version };
}

function asMessage({ owner_id: _owner, ...message }: MessageRow): Omit<MessageRow, 'owner_id'> {
  return message;
}

/** All feedback of a person, newest first. */
export function readFeedbackOf(db: Db, site: SiteRef, owners: SessionSelects): ReturnType<typeof readFeedbackRows> {
  return readFeedbackRows(db, site.id, owners);
}
