import { writeJson } from '#contract/json.ts';
import type { Capabilities } from '#src/inbox/capabilities.ts';
import { filterQuery, unsupportedFilters } from '#src/inbox/filters/filter-query.ts';
import type { ListQuery } from '#src/inbox/filters/filter-table.ts';
import type { InboxSearch } from '#src/inbox/search.ts';

export interface ListPlan {
  readonly query: ListQuery;
  /** The same text for the same query. */
  readonly key: string;
  /**
   * `whole`: those without a first reply come first in the service's order, so that the groups are complete.
   * `loaded`: the rows of the first page are grouped here, the rest is not.
   */
  readonly groups: 'whole' | 'loaded' | 'none';
  readonly order: NonNullable<ListQuery['order_by']>;
  readonly isReversed: boolean;
  /** Filters of the URL that this service does not have. */
  readonly refused: readonly string[];
}

const ACTIVE = new Set(['open', 'pending']);

/** The query for the service, and how its answer is grouped. */
export function planList(search: InboxSearch, can: Capabilities): ListPlan {
  const isDue = search.order_by === 'due';
  const canOrder = can.filters && (!isDue || can.due);
  const ordering = (['order_by', 'dir'] as const).filter((name) => !canOrder && search[name] !== undefined);
  const filters = filterQuery(search, can);
  const isActive = search.status !== 'all' && (filters.status ?? []).every((name) => ACTIVE.has(name));
  const usual = can.filters && isActive ? 'waiting' : 'created';
  const order = canOrder ? (search.order_by ?? usual) : usual;
  // What is due last is nobody's work.
  const isReversed = canOrder && !isDue && search.dir === 'asc';
  const isWhole = order === 'waiting' && !isReversed;
  const wantsGroups =
    search.group === 'first_reply' || (search.group === undefined && isActive && (isWhole || !can.filters));
  const query: ListQuery = {
    ...filters,
    ...(order === 'created' && !isReversed ? {} : { order_by: order }),
    ...(isReversed ? { dir: 'asc' as const } : {}),
  };
  return {
    query,
    key: writeJson(query),
    groups: wantsGroups ? (isWhole ? 'whole' : 'loaded') : 'none',
    order,
    isReversed,
    refused: [...unsupportedFilters(search, can), ...ordering],
  };
}

/** A change of what is listed: the position and the open ticket belong to the list before. */
export function withFilter(search: InboxSearch, change: Partial<InboxSearch>): InboxSearch {
  const next = { ...search, ...change, skip: undefined, ticket: undefined, tab: undefined };
  // Where to search says nothing once the words are gone.
  return 'q' in change && change.q === undefined ? { ...next, text: undefined } : next;
}

/** The plain list with layout, page size and grouping as they are. */
export function withoutFilters(search: InboxSearch): InboxSearch {
  const { layout, limit, group, order_by, dir } = search;
  return { layout, limit, group, order_by, dir };
}
