import { writeJson } from '#contract/json.ts';
import { filterQuery, unsupportedFilters } from '#src/inbox/filters/filter-query.ts';
import type { ListQuery } from '#src/inbox/filters/filter-table.ts';
import type { Profile } from '#src/inbox/profile.ts';
import type { InboxSearch } from '#src/inbox/search.ts';

export interface ListPlan {
  readonly query: ListQuery;
  /** Identifies the query. */
  readonly key: string;
  /** Tickets without a first reply come first, under a heading of their own. */
  readonly isGrouped: boolean;
  readonly order: NonNullable<ListQuery['order_by']>;
  readonly isReversed: boolean;
  /** Parameters of the address that this service doesn't support. */
  readonly refused: readonly string[];
}

const ACTIVE = new Set(['open', 'pending']);

/** The query for the service, and whether its answer has groups. */
export function planList(search: InboxSearch, profile: Profile): ListPlan {
  const { isExtended } = profile;
  const filters = filterQuery(search, profile);
  const isActive = search.status !== 'all' && (filters.status ?? []).every((name) => ACTIVE.has(name));
  const usual = isExtended && isActive ? 'waiting' : 'created';
  const order = isExtended ? (search.order_by ?? usual) : usual;
  const isReversed = isExtended && order === 'created' && search.dir === 'asc';
  const query: ListQuery = {
    ...filters,
    ...(order === 'created' && !isReversed ? {} : { order_by: order }),
    ...(isReversed ? { dir: 'asc' as const } : {}),
  };
  const orders = (['order_by', 'dir'] as const).filter((name) => !isExtended && search[name] !== undefined);
  return {
    query,
    key: writeJson(query),
    isGrouped: isActive && order === 'waiting' && !isReversed,
    order,
    isReversed,
    refused: [...unsupportedFilters(search, profile), ...orders],
  };
}

/** Changes what is listed; position and open ticket belong to the previous list. */
export function withFilter(search: InboxSearch, change: Partial<InboxSearch>): InboxSearch {
  const next = { ...search, ...change, skip: undefined, ticket: undefined, tab: undefined };
  // Without words there is nothing to search in messages.
  return 'q' in change && change.q === undefined ? { ...next, text: undefined } : next;
}

export function withoutFilters({ layout, order_by, dir }: InboxSearch): InboxSearch {
  return { layout, order_by, dir };
}
