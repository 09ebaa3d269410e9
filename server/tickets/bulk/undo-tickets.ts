import type { listBulkChanges as ListBulkChanges, undoTickets as UndoTickets } from '#contract/ticket-bulk.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { hashToken } from '#server/tokens/token-format.ts';
import { runInBlocks } from './bulk-blocks.ts';
import { describeChanges, reportResults, type RowResult, type UndoOutcome } from './bulk-outcome.ts';
import { storeChanges, type PlannedChange } from './bulk-store.ts';
import { lockTickets } from './bulk-tickets.sql.ts';
import { stateOf } from '#server/tickets/write/change-ticket-record.ts';
import {
  type LockedTicket,
  applyPatch,
  type TicketChange,
  type TicketState,
} from '#server/tickets/write/ticket-change.ts';
import { lockTags } from '#server/tickets/tags/tags.sql.ts';
import { countBulkChanges, findBulkChanges, noteUndone } from '#server/tickets/write/bulk-changes.sql.ts';
import {
  keepUndoable,
  undoExpiresAt,
  undoExpiryCutoff,
  claimSavedTickets,
  findUndo,
  type VersionMove,
  type SavedTicket,
} from '#server/tickets/write/undo-record.ts';
import type { WriteContext } from '#server/tickets/write-context.ts';

type UndoResult = RowResult<UndoOutcome>;

/** GET tickets_undo: the caller's bulk changes that can still be undone or were undone. See docs/api.md, "Undo". */
export const listBulkChanges: Handler<typeof ListBulkChanges> = async ({ db, site, token, now, query: { limit } }) => {
  const of = { tokenId: token.id, since: undoExpiryCutoff(now) };
  const items = await findBulkChanges(db, site.id, of, limit);
  return {
    items: items.map((item) => ({ ...item, expires_utc: undoExpiresAt(item.at_utc) })),
    total_count: items.length < limit ? items.length : await countBulkChanges(db, site.id, of),
  };
};

/**
 * POST tickets_undo: restores tickets, except those that changed since. An interrupted call can be sent again and
 * restores the rest. See docs/api.md, "Undo".
 */
export const undoTickets: Handler<typeof UndoTickets> = async ({ db, site, actor, now, extensions, body }) => {
  const hash = hashToken(body.undo_token);
  const rows = await findUndo(db, site.id, hash, undoExpiryCutoff(now));
  if (rows.length === 0) throw new ApiError('not_found', 'There is no such undo token, or it has expired');
  const left = rows.filter(({ is_used }) => !is_used);
  if (left.length === 0) throw alreadyUsed();
  let taken = 0;
  const results = await runInBlocks<{ readonly id: bigint }, UndoOutcome>(db, left, async (db, block) => {
    const ids = block.map(({ id }) => id);
    // Locks tickets before their undo rows, as every change does, so calls cannot deadlock.
    await lockTags(db, site.id, 'shared');
    const locked = await lockTickets(db, site.id, ids);
    const saved = await claimSavedTickets(db, site.id, { hash, now }, ids);
    taken += saved.length;
    const results = await restoreBlock(db, site, { ids, locked, saved }, { actor, now, extensions });
    await noteUndone(db, site.id, { token: body.undo_token, hash, now });
    return results;
  });
  // A concurrent call with the same token claimed every row.
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

async function restoreBlock(
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
  const versionMoves: VersionMove[] = [];
  const results = ids.map((id): UndoResult => {
    const ticket = lockedById.get(id);
    const before = savedById.get(id);
    if (ticket === undefined) return notFound(id);
    const row = { id, ticket_number: ticket.ticket_number, version: ticket.version };
    const reason = reasons.get(id);
    if (before === undefined || reason !== undefined) {
      const message = before === undefined ? 'Another call has already undone this change' : (reason ?? null);
      return { ...row, outcome: 'skipped', code: 'conflict', message };
    }
    changes.push({ ticket, change: restoreChange(stateOf(ticket), before, context.now) });
    versionMoves.push({ id, from: before.before_version, to: ticket.version + 1 });
    return { ...row, version: ticket.version + 1, outcome: 'changed', code: null, message: null };
  });
  await storeChanges(db, site, changes, 'ticket.undo', context);
  await keepUndoable(db, site, versionMoves);
  return results;
}

/** As `applyPatch`, but restores the saved time of resolution instead of setting a new one. */
function restoreChange(present: TicketState, before: SavedTicket, now: Date): TicketChange {
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

function notFound(id: bigint): UndoResult {
  const message = 'There is no ticket with this id';
  return { id, ticket_number: null, version: null, outcome: 'not_found', code: 'not_found', message };
}
