import type { CallQuery } from '#src/api/call.ts';
import { writeJson } from '#contract/json.ts';
import { PRIORITIES, STATUSES } from '#contract/ticket-names.ts';
import type { listTickets } from '#contract/tickets.ts';
import type { InboxSearch } from './search.ts';

/** What of the list the service can do. */
export interface Abilities {
  /** The extension `ticket_filters`. */
  readonly filters: boolean;
  /** The extension `agents`. */
  readonly agents: boolean;
  /** The token acts for an agent, so that `me` means somebody. */
  readonly isAgent: boolean;
}

/** The parameters of GET tickets but for the position. */
export type ListQuery = Omit<CallQuery<typeof listTickets>, 'limit' | 'skip' | 'format' | 'facets' | 'all'>;

/** The parameters of the URL that narrow the list. */
export const FILTER_NAMES = [
  'status',
  'priority',
  'assignee',
  'tag',
  'channel',
  'first_reply',
  'stale',
  'snoozed',
  'customer_identity_id',
  'created_from',
  'created_to',
  'filter',
  'q',
] as const satisfies readonly (keyof InboxSearch)[];
export type FilterName = (typeof FILTER_NAMES)[number];

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
  /** What the URL asks for and this service cannot do. */
  readonly refused: readonly string[];
}

const NEED_EXTENSION = [
  'tag',
  'channel',
  'first_reply',
  'stale',
  'snoozed',
  'customer_identity_id',
  'created_from',
  'created_to',
  'filter',
  'order_by',
  'dir',
] as const;
const ACTIVE = new Set(['open', 'pending']);

/** What to ask the service for, and how its answer is grouped. */
export function planList(search: InboxSearch, can: Abilities): ListPlan {
  const refused: string[] = NEED_EXTENSION.filter((name) => !can.filters && search[name] !== undefined);
  const statuses = STATUSES.filter((status) => statusesOf(search).includes(status));
  const priorities = PRIORITIES.filter((priority) => (search.priority ?? '').split(',').includes(priority));
  if (!can.filters && statuses.length > 1 && search.status !== 'all') refused.push('status');
  if (!can.filters && priorities.length > 1) refused.push('priority');
  const status = refused.includes('status') ? ['open' as const] : statuses;
  if (search.assignee === 'me' && !can.isAgent) refused.push('assignee');
  const isActive = search.status !== 'all' && status.every((name) => ACTIVE.has(name));
  const order = can.filters ? (search.order_by ?? (isActive ? 'waiting' : 'created')) : 'created';
  const isReversed = can.filters && search.dir === 'asc';
  const isWhole = order === 'waiting' && !isReversed;
  const wantsGroups =
    search.group === 'first_reply' || (search.group === undefined && isActive && (isWhole || !can.filters));
  const query: ListQuery = {
    ...(search.status === 'all' ? {} : { status: [...status] }),
    ...(priorities.length === 0 || refused.includes('priority') ? {} : { priority: [...priorities] }),
    ...(search.assignee === undefined || refused.includes('assignee') ? {} : { assignee: search.assignee }),
    ...(search.q === undefined ? {} : { q: search.q }),
    ...(can.filters ? extensionQuery(search) : {}),
    ...(order === 'created' && !isReversed ? {} : { order_by: order }),
    ...(isReversed ? { dir: 'asc' as const } : {}),
  };
  return {
    query,
    key: writeJson(query),
    groups: wantsGroups ? (isWhole ? 'whole' : 'loaded') : 'none',
    order,
    isReversed,
    refused,
  };
}

function extensionQuery(search: InboxSearch): ListQuery {
  return {
    ...(search.tag === undefined ? {} : { tag: search.tag }),
    ...(search.channel === undefined ? {} : { channel: search.channel }),
    ...(search.first_reply === undefined ? {} : { first_reply: search.first_reply }),
    ...(search.stale === undefined ? {} : { stale: true as const }),
    ...(search.snoozed === undefined ? {} : { snoozed: true as const }),
    ...(search.customer_identity_id === undefined ? {} : { customer_identity_id: BigInt(search.customer_identity_id) }),
    ...(search.created_from === undefined ? {} : { created_from: search.created_from }),
    ...(search.created_to === undefined ? {} : { created_to: search.created_to }),
    ...(search.filter === undefined ? {} : { filter: search.filter }),
  };
}

/** The states that the list shows; all four for `all`. */
export function statusesOf(search: InboxSearch): readonly string[] {
  if (search.status === 'all') return STATUSES;
  return (search.status ?? 'open').split(',');
}

/** The filters that differ from the plain inbox, free text included: what "Clear filters" takes away. */
export function activeFilters(search: InboxSearch): readonly FilterName[] {
  return FILTER_NAMES.filter((name) => search[name] !== undefined);
}

/** Whether two URLs list the same tickets, whatever their order, position and layout. */
export function isSameFilter(a: InboxSearch, b: InboxSearch): boolean {
  return FILTER_NAMES.every((name) => a[name] === b[name]);
}

/** A change of what is listed: the position and the open ticket belong to the list before. */
export function withFilter(search: InboxSearch, change: Partial<InboxSearch>): InboxSearch {
  return { ...search, ...change, skip: undefined, ticket: undefined, tab: undefined };
}

/** The plain list with layout, page size and grouping as they are. */
export function withoutFilters(search: InboxSearch): InboxSearch {
  const { layout, limit, group, order_by, dir } = search;
  return { layout, limit, group, order_by, dir };
}
