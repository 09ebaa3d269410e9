import type { getTranscript as GetTranscript, listAiSessions as ListAiSessions } from '#contract/conversations.ts';
import { getSessionCosts } from '#server/ai/session-costs.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { searchWords } from '#server/tickets/list/search-words.ts';
import { findHandoffsOfSession } from './handoffs.sql.ts';
import { countSessions, findMessages, findSessions, getSession } from './sessions.sql.ts';
import { totalCount } from './total-count.ts';

/** GET ai_sessions, the newest first. See docs/api.md, "Sessions". */
export const listAiSessions: Handler<typeof ListAiSessions> = async ({ db, site, query }) => {
  const { limit, skip, since, q = '', reason, channel, outcome } = query;
  const selection = {
    ...{ since, reason, channel, outcome },
    words: searchWords(q).map(({ text }) => text),
    ticketId: query.ticket_id,
    customerIdentityId: query.customer_identity_id,
    visitorKey: query.visitor_key,
  };
  const rows = await findSessions(db, site.id, selection, { limit, skip });
  const costs = await getSessionCosts(
    db,
    site,
    rows.map(({ session_id }) => session_id),
  );
  const items = rows.map((row) => ({ ...row, cost_usd: costs.get(row.session_id) ?? 0 }));
  return { items, total_count: await totalCount(items, query, () => countSessions(db, site.id, selection)) };
};

/**
 * GET transcripts: a session with all that was said, oldest first, and its handoffs. See docs/api.md, "Sessions".
 * @throws ApiError not_found
 */
export const getTranscript: Handler<typeof GetTranscript> = async ({ db, site, query: { sessionId } }) => {
  const session = await getSession(db, site.id, sessionId);
  if (session === undefined) throw new ApiError('not_found', 'There is no session with this id');
  const costs = await getSessionCosts(db, site, [sessionId]);
  const messages = await findMessages(db, site.id, sessionId);
  return {
    ...session,
    cost_usd: costs.get(sessionId) ?? 0,
    messages: messages.map((message) => ({
      ...message,
      cost_usd: message.cost_usd === null ? null : Number(message.cost_usd),
    })),
    handoffs: await findHandoffsOfSession(db, site.id, sessionId),
  };
};
