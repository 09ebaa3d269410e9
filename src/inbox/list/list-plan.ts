import { writeJson } from '#contract/json.ts';
import { activeFilters, filterQuery, supportedFilters } from '#src/inbox/filters/filter-query.ts';
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
  /** The address has filters or an order that this service doesn't support. */
  readonly isRefused: boolean;
}

const ACTIVE = new Set(['open', 'pending']);

/** The query for the service, and whether its answer has groups. */
export function planList(search: InboxSearch, profile: Profile): ListPlan {
  const { isExtended } = profile;
  const filters = filterQuery(search, profile);
  const isActive = search.status !== 'all' && (filters.status ?? []).every((name) => ACTIVE.has(name));
  const usual = isExtended && isActive ? 'waiting' : 'created';
  const order = isExtended ? (search.order_by ?? usual) : usual;
  // The service's own direction: what is due soonest comes first, of everything else the newest or most urgent.
  const isReversed = isExtended && search.dir === (order === 'due' ? 'desc' : 'asc');
  const query: ListQuery = {
    ...filters,
    ...(order === 'created' && !isReversed ? {} : { order_by: order }),
    ...(isReversed ? { dir: search.dir } : {}),
  };
  return {
    query,
    key: writeJson(query),
    isGrouped: isActive && order === 'waiting' && !isReversed,
    order,
    isReversed,
    isRefused:
      (!isExtended && search.order_by !== undefined) ||
      activeFilters(search).length > activeFilters(supportedFilters(search, profile)).length,
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
