import {
  type bulkUpdateTickets as BulkUpdateTickets,
  MAX_BULK_MATCHES,
  type BulkPatch,
} from '#contract/ticket-bulk.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef, Call } from '#server/operation/call.ts';
import { judgeInSteps, runInBlocks } from './bulk-blocks.ts';
import { describeChanges, reportResults, type RowResult } from './bulk-outcome.ts';
import { storeChanges, type PlannedChange } from './bulk-store.ts';
import { findTicketsById, lockTickets, findTicketIds } from './bulk-tickets.sql.ts';
import { stateOf } from '#server/tickets/write/change-ticket-record.ts';
import { type LockedTicket, applyPatch, type Assignee, type TicketPatch } from '#server/tickets/write/ticket-change.ts';
import { lockTags } from '#server/tickets/tags/tags.sql.ts';
import { addToBulkChange } from '#server/tickets/write/bulk-changes.sql.ts';
import { newUndo, recordUndo, type Undo } from '#server/tickets/write/undo-record.ts';
import { ticketSelectionText } from '#contract/tickets.ts';
import { ticketCondition } from '#server/tickets/list/ticket-conditions.sql.ts';
import { readTicketSelection } from '#server/tickets/list/ticket-selection.ts';
import { readSelectionContext } from '#server/tickets/list/selection-context.ts';
import { getAgent } from '#server/tickets/agents.ts';
import { cleanTags, tagKey } from '#server/tickets/tags/ticket-tags.ts';

const NO_ERROR = { code: null, message: null } as const;

/** POST tickets_bulk: changes many tickets, each completely or not at all. See docs/api.md, "Bulk changes". */
export const bulkUpdateTickets: Handler<typeof BulkUpdateTickets> = async (call) => {
  const { db, site, token, actor, now, extensions, body } = call;
  const rules = await readBulkPatch(db, site, body.patch);
  const targets = await findTargets(call);
  const ids = targets.map(({ id }) => id);
  if (body.dry_run === true) {
    const results = await judgeInSteps(targets, async (step) => {
      const found = await findTicketsById(
        db,
        site.id,
        step.map(({ id }) => id),
      );
      return (await plan(db, site, { targets: step, found, rules, now })).results;
    });
    return { ...reportResults(ids, results), dry_run: true, undo_token: null, undo_expires_utc: null };
  }
  const undo = newUndo(now);
  const bulkCall = {
    ...{ undoToken: undo.token, tokenId: token.id, atUtc: undo.createdUtc },
    ...{ patch: body.patch, batchId: body.batch_id ?? null },
  };
  const results = await runInBlocks(db, targets, async (db, block) => {
    await lockTags(db, site.id, 'shared');
    const locked = await lockTickets(
      db,
      site.id,
      block.map(({ id }) => id),
    );
    const planned = await plan(db, site, { targets: block, found: locked, rules, now });
    await storeChanges(db, site, planned.changes, 'ticket.update', { actor, now, extensions });
    await recordUndo(
      db,
      site,
      undo,
      planned.changes.map(({ ticket }) => ticket),
    );
    if (planned.changes.length > 0) await addToBulkChange(db, site.id, bulkCall, planned.changes.length);
    return planned.results.map(afterChange);
  });
  const report = reportResults(ids, results);
  return { ...report, dry_run: false, ...tokenOf(report.changed > 0 ? undo : null) };
};

function tokenOf(undo: Undo | null) {
  return { undo_token: undo?.token ?? null, undo_expires_utc: undo?.expiresUtc ?? null };
}

/** A plan has the version it found; storing the change increments it. */
function afterChange(result: RowResult): RowResult {
  if (result.outcome !== 'changed' || result.version === null) return result;
  return { ...result, version: result.version + 1 };
}

interface PlanInput {
  readonly targets: readonly BulkTarget[];
  readonly found: readonly LockedTicket[];
  readonly rules: BulkRules;
  readonly now: Date;
}

interface Plan {
  readonly changes: readonly PlannedChange[];
  readonly results: readonly RowResult[];
}

/** Decides the outcome of each ticket without writing, so a dry run and a real one agree. */
async function plan(db: Db, site: SiteRef, { targets, found, rules, now }: PlanInput): Promise<Plan> {
  const byId = new Map(found.map((ticket) => [ticket.id, ticket]));
  const stale = targets.flatMap(({ id, version }) => {
    const ticket = byId.get(id);
    return ticket === undefined || version === null || ticket.version === version ? [] : [ticket];
  });
  const conflicts = await describeChanges(db, site, stale);
  const changes: PlannedChange[] = [];
  const results = targets.map(({ id }): RowResult => {
    const ticket = byId.get(id);
    if (ticket === undefined) return notFound(id);
    const row = { id, ticket_number: ticket.ticket_number, version: ticket.version };
    const conflict = conflicts.get(id);
    if (conflict !== undefined) return { ...row, outcome: 'conflict', code: 'conflict', message: conflict };
    try {
      const change = applyPatch(stateOf(ticket), patchOf(rules, ticket.tags), now);
      if (change.activity.length === 0) return { ...row, ...NO_ERROR, outcome: 'unchanged' };
      changes.push({ ticket, change });
      return { ...row, ...NO_ERROR, outcome: 'changed' };
    } catch (error) {
      if (error instanceof ApiError) return { ...row, outcome: 'failed', code: error.code, message: error.message };
      throw error;
    }
  });
  return { changes, results };
}

function notFound(id: bigint): RowResult {
  const message = 'There is no ticket with this id';
  return { id, ticket_number: null, version: null, outcome: 'not_found', code: 'not_found', message };
}

/** A ticket to change; `version` is the one the caller saw, null if not given. */
interface BulkTarget {
  readonly id: bigint;
  readonly version: number | null;
}

type BulkCall = Call<typeof BulkUpdateTickets>;

/**
 * The tickets of a bulk change without duplicates, in the order of the request; for a filter in the list's order.
 * @throws ApiError missing_field or bad_field unless exactly one of ids, items and filter is given
 */
async function findTargets(call: BulkCall): Promise<readonly BulkTarget[]> {
  const { ids, items, filter } = call.body;
  const given = [ids, items, filter].filter((part) => part !== undefined).length;
  if (given === 0) throw new ApiError('missing_field', 'One of ids, items and filter is required');
  if (given > 1) throw new ApiError('bad_field', 'Give only one of ids, items and filter');
  if (ids !== undefined) return withoutDuplicates(ids.map((id) => ({ id, version: null })));
  if (items !== undefined) return withoutDuplicates(items);
  return findMatches(call, filter ?? {});
}

function withoutDuplicates(targets: readonly BulkTarget[]): readonly BulkTarget[] {
  const byId = new Map<bigint, BulkTarget>();
  for (const target of targets) if (!byId.has(target.id)) byId.set(target.id, target);
  return [...byId.values()];
}

async function findMatches(call: BulkCall, filter: Record<string, string>): Promise<readonly BulkTarget[]> {
  const selection = readTicketSelection(parseFilter(filter), call.token.agentId);
  const where = ticketCondition(selection, await readSelectionContext(call, selection));
  const ids = await findTicketIds(call.db, where, MAX_BULK_MATCHES + 1);
  if (ids.length > MAX_BULK_MATCHES) {
    throw new ApiError('bad_field', `filter matches more than ${MAX_BULK_MATCHES} tickets: narrow it`);
  }
  return ids.map((id) => ({ id, version: null }));
}

/** Stricter than a query string: ignoring an unknown name or an empty value would change more tickets than meant. */
function parseFilter(filter: Record<string, string>) {
  const empty = Object.keys(filter).find((name) => filter[name] === '');
  const parsed = ticketSelectionText.safeParse(filter);
  if (parsed.success && empty === undefined) return parsed.data;
  const issue = parsed.error?.issues[0];
  if (issue?.code === 'unrecognized_keys') throw badFilter(issue.keys[0], 'is not a parameter that selects tickets');
  if (empty !== undefined) throw badFilter(empty, 'must not be empty: leave it out');
  throw badFilter(issue?.path[0], issue?.message ?? 'has a wrong value');
}

/** Shortens the caller's parameter name and replaces special characters, so the message is safe to show and log. */
function badFilter(name: PropertyKey | undefined, problem: string): ApiError {
  const plain = String(name)
    .replaceAll(/[^\w.$-]/g, '?')
    .slice(0, 60);
  return new ApiError('bad_field', `filter.${plain} ${problem}`);
}

/** A patch for many tickets: the same fields for all, and the tags to add and remove. */
interface BulkRules {
  readonly fields: Omit<TicketPatch, 'tags'>;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
}

/**
 * Validates the patch of a bulk change. See docs/api.md, "Bulk changes".
 * @throws ApiError missing_field for an empty patch, bad_field for an unknown agent or invalid tags
 */
async function readBulkPatch(db: Db, site: SiteRef, patch: BulkPatch): Promise<BulkRules> {
  const { status, priority, assignee_agent_id: assignee, snoozed_until_utc: snoozedUntilUtc } = patch;
  const addTags = cleanTags(patch.add_tags ?? [], 'patch.add_tags');
  const removeTags = cleanTags(patch.remove_tags ?? [], 'patch.remove_tags');
  const isEmpty = [status, priority, assignee, snoozedUntilUtc].every((field) => field === undefined);
  if (isEmpty && addTags.length + removeTags.length === 0) {
    throw new ApiError('missing_field', 'patch must change at least one field');
  }
  const removed = new Set(removeTags.map(tagKey));
  const both = addTags.find((tag) => removed.has(tagKey(tag)));
  if (both !== undefined)
    throw new ApiError('bad_field', 'patch.remove_tags names a tag that patch.add_tags names too');
  const fields = { status, priority, snoozedUntilUtc, assignee: await findAssignee(db, site, assignee) };
  return { fields, addTags, removeTags };
}

async function findAssignee(
  db: Db,
  site: SiteRef,
  wanted: BulkPatch['assignee_agent_id'],
): Promise<Assignee | null | undefined> {
  if (wanted === undefined) return undefined;
  if (wanted === null || wanted === '') return null;
  const agent = await getAgent(db, site.id, BigInt(wanted));
  if (agent === undefined) throw new ApiError('bad_field', 'patch.assignee_agent_id must be an agent of this site');
  return agent;
}

/** The patch for a ticket with these tags. @throws ApiError bad_field if it would have too many tags */
function patchOf(rules: BulkRules, tags: readonly string[]): TicketPatch {
  if (rules.addTags.length + rules.removeTags.length === 0) return rules.fields;
  const removed = new Set(rules.removeTags.map(tagKey));
  const kept = tags.filter((tag) => !removed.has(tagKey(tag)));
  return { ...rules.fields, tags: cleanTags([...kept, ...rules.addTags]) };
}
