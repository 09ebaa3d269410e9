import { MAX_BULK_MATCHES, type bulkUpdateTickets } from '#contract/ticket-bulk.ts';
import { ticketSelectionText } from '#contract/tickets.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Call } from '#server/operation/call.ts';
import { findTicketIds } from './bulk-tickets.sql.ts';
import { ticketCondition } from '#server/tickets/list/ticket-conditions.sql.ts';
import { readTicketSelection } from '#server/tickets/list/ticket-selection.ts';
import { readViewpoint } from '#server/tickets/list/ticket-viewpoint.ts';

/** A ticket to change; `version` where the caller said which one they saw. */
export interface BulkTarget {
  readonly id: bigint;
  readonly version: number | null;
}

type BulkCall = Call<typeof bulkUpdateTickets>;

/**
 * The tickets that a bulk change names, each once, in the order asked for; of a filter in the list's order.
 * @throws ApiError missing_field or bad_field unless exactly one of ids, items and filter says which
 */
export async function findTargets(call: BulkCall): Promise<readonly BulkTarget[]> {
  const { ids, items, filter } = call.body;
  const given = [ids, items, filter].filter((part) => part !== undefined).length;
  if (given === 0) throw new ApiError('missing_field', 'One of ids, items and filter is required');
  if (given > 1) throw new ApiError('bad_field', 'Give only one of ids, items and filter');
  if (ids !== undefined) return once(ids.map((id) => ({ id, version: null })));
  if (items !== undefined) return once(items);
  return findMatches(call, filter ?? {});
}

function once(targets: readonly BulkTarget[]): readonly BulkTarget[] {
  const byId = new Map<bigint, BulkTarget>();
  for (const target of targets) if (!byId.has(target.id)) byId.set(target.id, target);
  return [...byId.values()];
}

async function findMatches(call: BulkCall, filter: Record<string, string>): Promise<readonly BulkTarget[]> {
  const selection = readTicketSelection(parseFilter(filter), call.token.agentId);
  const where = ticketCondition(selection, await readViewpoint(call, selection));
  const ids = await findTicketIds(call.db, where, MAX_BULK_MATCHES + 1);
  if (ids.length > MAX_BULK_MATCHES) {
    throw new ApiError('bad_field', `filter matches more than ${MAX_BULK_MATCHES} tickets: narrow it`);
  }
  return ids.map((id) => ({ id, version: null }));
}

/** Stricter than a URL: what is ignored there, an unknown name or an empty value, would widen what is changed here. */
function parseFilter(filter: Record<string, string>) {
  const empty = Object.keys(filter).find((name) => filter[name] === '');
  const parsed = ticketSelectionText.safeParse(filter);
  if (parsed.success && empty === undefined) return parsed.data;
  const issue = parsed.error?.issues[0];
  if (issue?.code === 'unrecognized_keys') throw badFilter(issue.keys[0], 'is not a parameter that selects tickets');
  if (empty !== undefined) throw badFilter(empty, 'must not be empty: leave it out');
  throw badFilter(issue?.path[0], issue?.message ?? 'has a wrong value');
}

/** A name from outside is repeated short and in plain characters. */
function badFilter(name: PropertyKey | undefined, problem: string): ApiError {
  const plain = String(name)
    .replaceAll(/[^\w.$-]/g, '?')
    .slice(0, 60);
  return new ApiError('bad_field', `filter.${plain} ${problem}`);
}
