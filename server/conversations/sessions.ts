import type {
  getTranscript as GetTranscript,
  listAiSessions as ListAiSessions,
  Message,
} from '#contract/conversations.ts';
import type { Reply } from '#contract/operation.ts';
import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { readDays, readSpan } from '#server/ai/reports/report-parameters.ts';
import { getSessionCosts } from '#server/ai/session-calls.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { StreamedList, StreamedReply } from '#server/operation/streamed-reply.ts';
import { searchWords } from '#server/tickets/list/search-words.ts';
import { readHandoffsOfSession } from './handoffs.sql.ts';
import { readJourney } from './journey.ts';
import { getReview } from './reviews.ts';
import {
  countSessions,
  findSessionCustomers,
  findSessions,
  findSessionsOfTicket,
  getSession,
  type MessageOfSession,
  readMessages,
} from './sessions.sql.ts';
import type { Db } from '#server/db/db.ts';
import { totalCount } from '#server/operation/total-count.ts';
import type { TicketLink } from '#contract/tickets.ts';

/** GET ai_sessions. See docs/api.md, "Sessions". @throws ApiError bad_field */
export const listAiSessions: Handler<typeof ListAiSessions> = async ({ db, site, query, now }) => {
  const { order_by: order, min_cost: minCost, since, from, to } = query;
  const usesCosts = order === 'cost' || minCost !== undefined;
  // Adding up the calls of 100,000 sessions takes more than half a second.
  const days = usesCosts && (since ?? from ?? to) === undefined ? readDays(query, now) : query;
  const selection = {
    siteId: site.id,
    filter: query,
    words: searchWords(query.q ?? '').map(({ text }) => text),
    ...readSpan(days),
    hasCosts: hasAiUsage(site),
  };
  const rows = await findSessions(db, selection, query);
  const costs = await getSessionCosts(
    db,
    site,
    rows.map(({ session_id }) => session_id),
  );
  const items = rows.map((row) => ({ ...row, cost_usd: costs.get(row.session_id) ?? 0 }));
  return { items, total_count: await totalCount(items, query, () => countSessions(db, selection)) };
};

/**
 * GET transcripts: a session with all its messages or a page of them, oldest first, and its handoffs. See docs/api.md,
 * "Sessions".
 * @throws ApiError not_found
 */
export const getTranscript: Handler<typeof GetTranscript> = async ({ db, site, extensions, query }) => {
  const { sessionId, limit, skip } = query;
  const session = await getSession(db, site.id, sessionId);
  if (session === undefined) throw new ApiError('not_found', 'There is no session with this id');
  const costs = await getSessionCosts(db, site, [sessionId]);
  const page = { ...(limit === undefined ? {} : { limit }), ...(skip === undefined ? {} : { skip }) };
  return new StreamedReply<Reply<typeof GetTranscript>>({
    ...session,
    cost_usd: costs.get(sessionId) ?? 0,
    ...(extensions && {
      journey: await readJourney(db, site, session),
      review: await getReview(db, site.id, sessionId),
    }),
    messages: new StreamedList(withCosts(readMessages(db, site.id, sessionId, page))),
    handoffs: new StreamedList(readHandoffsOfSession(db, site.id, sessionId)),
  });
};

async function* withCosts(batches: AsyncIterable<MessageOfSession[]>): AsyncGenerator<Message[]> {
  for await (const batch of batches) {
    yield batch.map((message) => ({
      ...message,
      cost_usd: message.cost_usd === null ? null : Number(message.cost_usd),
    }));
  }
}

/** The customers of a session, of its visitor and of its ticket; empty for an unknown session. */
export function customersOfSession(db: Db, site: SiteRef, sessionId: string): Promise<bigint[]> {
  return findSessionCustomers(db, site.id, sessionId);
}

/** Links to the sessions of a ticket, oldest first, such as `web, 2026-11-20`. See docs/api.md, "Tickets". */
export async function findSessionLinks(db: Db, site: SiteRef, ticket: { readonly id: bigint }): Promise<TicketLink[]> {
  const sessions = await findSessionsOfTicket(db, site.id, ticket.id);
  return sessions.map(({ session_id, channel, started_utc }) => {
    return { kind: 'session', id: session_id, label: `${channel}, ${started_utc.slice(0, 10)}` };
  });
}
