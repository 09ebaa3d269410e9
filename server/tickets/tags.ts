import type { listTags as ListTags } from '#contract/tickets.ts';
import type { Handler } from '#server/http/call.ts';
import { countTags, findTags } from './tags.sql.ts';

/** GET tags: every tag that a ticket ever had, newest first. Source: reference.md, tags; shapes.md, tags. */
export const listTags: Handler<typeof ListTags> = async ({ db, site, query: { limit, skip } }) => {
  const items = await findTags(db, site.id, { limit, skip });
  const isTotalKnown = items.length < limit && (items.length > 0 || skip === 0);
  return { items, total_count: isTotalKnown ? skip + items.length : await countTags(db, site.id) };
};
