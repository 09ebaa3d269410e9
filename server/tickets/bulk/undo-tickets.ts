import type { listBulkChanges as ListBulkChanges, undoTickets as UndoTickets } from '#contract/ticket-bulk.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { hashToken } from '#server/tokens/token-format.ts';
import { runInBlocks } from './bulk-blocks.ts';
import { describeChanges } from './bulk-conflict.ts';
import { reportResults, type RowResult, type UndoOutcome } from './bulk-outcome.ts';
import { storeChanges, type PlannedChange } from './bulk-store.ts';
import { lockTickets } from './bulk-tickets.sql.ts';
import { stateOf } from '#server/tickets/write/change-ticket-record.ts';
import type { LockedTicket } from '#server/tickets/write/locked-ticket.ts';
import { lockTags } from '#server/tickets/tags/tags-write.sql.ts';
import { applyPatch, type TicketChange, type TicketState } from '#server/tickets/write/ticket-change.ts';
import { countBulkChanges, findBulkChanges, noteUndone } from '#server/tickets/write/bulk-changes.sql.ts';
import { keepUndoable, undoExpiresAt, undoRunsOutBefore } from '#server/tickets/write/undo-record.ts';
import {
  claimSavedTickets,
  findUndo,
  type SameAgain,
  type SavedTicket,
} from '#server/tickets/write/undo-tickets.sql.ts';
import type { WriteContext } from '#server/tickets/write-context.ts';

type UndoResult = RowResult<UndoOutcome>;

/** GET tickets_undo: the bulk changes that the caller can still undo, and those that were undone. See docs/api.md, "Undo". */
export const listBulkChanges: Handler<typeof ListBulkChanges> = async ({ db, site, token, now, query: { limit } }) => {
  const of = { tokenId: token.id, since: undoRunsOutBefore(now) };
  const items = await findBulkChanges(db, site.id, of, limit);
  return {
    items: items.map((item) => ({ ...item, expires_utc: undoExpiresAt(item.at_utc) })),
    total_count: items.length < limit ? items.length : await countBulkChanges(db, site.id, of),
  };
};

/**
 * POST tickets_undo: puts tickets back as they were, each unless it has changed since. A call that was cut off in the
 * middle can be sent again for the rest. See docs/api.md, "Undo".
 */
export const undoTickets: Handler<typeof UndoTickets> = async ({ db, site, actor, now, extensions, body }) => {
  const hash = hashToken(body.undo_token);
  const rows = await findUndo(db, site.id, hash, undoRunsOutBefore(now));
  if (rows.length === 0) throw new ApiError('not_found', 'There is no such undo token, or it has expired');
  const left = rows.filter(({ is_used }) => !is_used);
  if (left.length === 0) throw alreadyUsed();
  let taken = 0;
  const results = await runInBlocks<{ readonly id: bigint }, UndoOutcome>(db, left, async (db, block) => {
    const ids = block.map(({ id }) => id);
    // Tickets before what was saved of them, as every change takes them: nobody waits for each other in a circle.
    await lockTags(db, site.id, 'with others');
    const locked = await lockTickets(db, site.id, ids);
    const saved = await claimSavedTickets(db, site.id, { hash, now }, ids);
    taken += saved.length;
    const results = await putBack(db, site, { ids, locked, saved }, { actor, now, extensions });
    await noteUndone(db, site.id, { token: body.undo_token, hash, now });
    return results;
  });
  // Another call with the same token was quicker with every row.
  if (taken === 0 && results.every(({ outcome }) => outcome === 'skipped')) throw alreadyUsed();
  const report = reportResults(
    left.map(({ id }) => id),
    results,
  );
  return { ...report, dry_run: false, undo_token: null, undo_expires_utc: null };
};

function alreadyUsed(): ApiError {
  return new ApiError('conflict', 'This undo token has already been used');
}

interface Block {
  readonly ids: readonly bigint[];
  readonly locked: readonly LockedTicket[];
  readonly saved: readonly SavedTicket[];
}

async function putBack(
  db: Db,
  site: SiteRef,
  { ids, locked, saved }: Block,
  context: WriteContext,
): Promise<UndoResult[]> {
  const savedById = new Map(saved.map((row) => [row.id, row]));
  const lockedById = new Map(locked.map((ticket) => [ticket.id, ticket]));
  const changedSince = locked.filter(({ id, version }) => savedById.get(id)?.version !== version);
  const reasons = await describeChanges(db, site, changedSince);
  const changes: PlannedChange[] = [];
  const sameAgain: SameAgain[] = [];
  const results = ids.map((id): UndoResult => {
    const ticket = lockedById.get(id);
    const before = savedById.get(id);
    if (ticket === undefined) return gone(id);
    const row = { id, ticket_number: ticket.ticket_number, version: ticket.version };
    const reason = reasons.get(id);
    if (before === undefined || reason !== undefined) {
      const message = before === undefined ? 'Another call has already undone this change' : (reason ?? null);
      return { ...row, outcome: 'skipped', code: 'conflict', message };
    }
    changes.push({ ticket, change: restore(stateOf(ticket), before, context.now) });
    sameAgain.push({ id, from: before.before_version, to: ticket.version + 1 });
    return { ...row, version: ticket.version + 1, outcome: 'changed', code: null, message: null };
  });
  await storeChanges(db, site, changes, 'ticket.undo', context);
  await keepUndoable(db, site, sameAgain);
  return results;
}

/** The rules of a change, but for the time of resolution, which is put back and not worked out anew. */
function restore(present: TicketState, before: SavedTicket, now: Date): TicketChange {
  const { assignee_agent_id: id, assignee_name: name } = before;
  const patch = {
    status: before.status,
    priority: before.priority,
    assignee: id === null ? null : { id, name: name ?? '' },
    tags: before.tags,
    snoozedUntilUtc: before.snoozed_until_utc,
  };
  const change = applyPatch(present, patch, now);
  return { ...change, state: { ...change.state, resolvedUtc: before.resolved_utc } };
}

function gone(id: bigint): UndoResult {
  const message = 'There is no ticket with this id';
  return { id, ticket_number: null, version: null, outcome: 'not_found', code: 'not_found', message };
}
