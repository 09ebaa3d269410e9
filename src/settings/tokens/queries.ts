import { queryOptions } from '@tanstack/react-query';
import { listApiTokens, type ApiToken } from '#contract/tokens.ts';
import { call } from '#src/api/call.ts';

const PAGE = 200;
/** At most 100 tokens work at a time; the others have ended. */
const MAX_PAGES = 25;

export interface AllTokens {
  readonly tokens: readonly ApiToken[];
  /** Can exceed the number of `tokens` on a site with thousands of ended ones. */
  readonly total: number;
}

/** All API tokens of the site, newest first. */
export const allTokens = queryOptions<AllTokens>({
  queryKey: [listApiTokens.resource, 'all'],
  queryFn: async ({ signal }) => {
    const byId = new Map<bigint, ApiToken>();
    let total = 0;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { items, total_count } = await call(listApiTokens, { query: { limit: PAGE, skip: page * PAGE }, signal });
      for (const token of items) byId.set(token.id, token);
      total = total_count;
      if (items.length < PAGE) break;
    }
    return { tokens: [...byId.values()], total: Math.max(total, byId.size) };
  },
});
