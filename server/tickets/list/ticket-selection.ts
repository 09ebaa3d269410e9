import type { Query } from '#contract/operation.ts';
import { parseJson } from '#contract/json.ts';
import { isPhone } from '#contract/contact-keys.ts';
import { isIdText } from '#contract/scalars.ts';
import type { listTickets, TicketOrder, TicketPriority, TicketStatus } from '#contract/tickets.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { searchWords, type SearchWord } from './search-words.ts';
import { parseTicketFilter, usesMe, type FilterGroup } from './ticket-filter.ts';

/** The parsed selection of a list. A part that is null, false or empty matches all tickets. */
export interface TicketSelection {
  readonly status: readonly TicketStatus[] | null;
  readonly priority: readonly TicketPriority[] | null;
  readonly channel: string | null;
  readonly assignee: bigint | 'none' | null;
  readonly snoozed: boolean;
  readonly stale: boolean;
  readonly overdue: boolean;
  readonly words: readonly SearchWord[];
  /** Whether messages are searched too. */
  readonly inMessages: boolean;
  /** The whole search if it is a phone number. */
  readonly phone: string | null;
  readonly tag: string | null;
  readonly customerIdentityId: bigint | null;
  readonly createdFrom: string | null;
  readonly createdTo: string | null;
  readonly firstReply: 'none' | 'done' | null;
  readonly filter: FilterGroup | null;
  readonly order: TicketOrder;
  /** Reverses the order: oldest first, least urgent first, shortest waiting first, last due first. */
  readonly isReversed: boolean;
}

type TicketQuery = Partial<Query<typeof listTickets>>;

/**
 * Reads the selection of GET tickets. See docs/api.md, "Finding tickets".
 * @param agentId the agent of the token, for `me`
 * @throws ApiError bad_field for an invalid assignee or filter
 */
export function readTicketSelection(query: TicketQuery, agentId: bigint | null): TicketSelection {
  return {
    status: query.status ?? null,
    priority: query.priority ?? null,
    channel: query.channel ?? null,
    assignee: readAssignee(query.assignee, agentId),
    snoozed: query.snoozed ?? false,
    stale: query.stale ?? false,
    overdue: query.overdue ?? false,
    words: query.q === undefined ? [] : searchWords(query.q),
    inMessages: query.text ?? false,
    phone: query.q !== undefined && isPhone(query.q) ? query.q : null,
    tag: query.tag ?? null,
    customerIdentityId: query.customer_identity_id ?? null,
    createdFrom: query.created_from ?? null,
    createdTo: query.created_to ?? null,
    firstReply: query.first_reply ?? null,
    filter: query.filter === undefined ? null : readFilter(query.filter, agentId),
    order: query.order_by ?? 'created',
    isReversed: query.dir === (query.order_by === 'due' ? 'desc' : 'asc'),
  };
}

function readAssignee(assignee: string | undefined, agentId: bigint | null): bigint | 'none' | null {
  if (assignee === undefined) return null;
  if (assignee === 'none') return 'none';
  if (assignee === 'me') return requireAgent('assignee', agentId);
  if (!isIdText(assignee)) throw new ApiError('bad_field', 'assignee must be an agent id, none or me');
  return BigInt(assignee);
}

function readFilter(text: string, agentId: bigint | null): FilterGroup {
  const filter = parseTicketFilter(parseFilterText(text));
  if (usesMe(filter)) requireAgent('filter', agentId);
  return filter;
}

function parseFilterText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new ApiError('bad_field', 'filter must be JSON: {"all":[...]} or {"any":[...]}');
  }
}

function requireAgent(parameter: string, agentId: bigint | null): bigint {
  if (agentId === null) throw new ApiError('bad_field', `${parameter} says me, but this token belongs to no agent`);
  return agentId;
}

/** Age from which an open or pending ticket without a first response is stale. The health reply has this text. */
export const STALE_THRESHOLD = '2h';
const STALE_AFTER_MS = 2 * 3_600_000;

/** A ticket without a first response that was created before this instant is stale. */
export function staleBefore(now: Date): string {
  return new Date(now.getTime() - STALE_AFTER_MS).toISOString();
}
