import type { listAgents as ListAgents } from '#contract/tickets.ts';
import type { Handler } from '#server/operation/call.ts';
import { countAgents, findAgents } from './agents.sql.ts';

/** GET agents, by name. See docs/api.md, "Agents". */
export const listAgents: Handler<typeof ListAgents> = async ({ db, site, token, query: { limit, skip } }) => {
  const items = await findAgents(db, site.id, { limit, skip, me: token.agentId });
  const isTotalKnown = items.length < limit && (items.length > 0 || skip === 0);
  return { items, total_count: isTotalKnown ? skip + items.length : await countAgents(db, site.id) };
};
