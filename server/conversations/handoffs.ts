import type { listHandoffs as ListHandoffs } from '#contract/conversations.ts';
import type { Handler } from '#server/operation/call.ts';
import { countHandoffs, findHandoffs } from './handoffs.sql.ts';
import { totalCount } from './total-count.ts';

/** GET handoffs, newest first. See docs/api.md, "Handoffs". */
export const listHandoffs: Handler<typeof ListHandoffs> = async ({ db, site, query }) => {
  const { limit, skip, ...selection } = query;
  const items = await findHandoffs(db, site.id, selection, { limit, skip });
  return { items, total_count: await totalCount(items, query, () => countHandoffs(db, site.id, selection)) };
};
