import type { listConversationStarters as ListConversationStarters } from '#contract/conversations.ts';
import type { Handler } from '#server/operation/call.ts';
import { countStarters, findStarters } from './starters.sql.ts';
import { totalCount } from './total-count.ts';

/** GET conversation_starters, by position. See docs/api.md, "Conversation starters". */
export const listConversationStarters: Handler<typeof ListConversationStarters> = async ({ db, site, query }) => {
  const items = await findStarters(db, site.id, query);
  return { items, total_count: await totalCount(items, query, () => countStarters(db, site.id)) };
};
