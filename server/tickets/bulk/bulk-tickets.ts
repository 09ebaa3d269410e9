import type { bulkUpdateTickets as BulkUpdateTickets } from '#contract/ticket-bulk.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { judgeInSteps, runInBlocks } from './bulk-blocks.ts';
import { describeChanges } from './bulk-conflict.ts';
import { reportResults, type RowResult } from './bulk-outcome.ts';
import { patchOf, readBulkPatch, type BulkRules } from './bulk-patch.ts';
import { storeChanges, type PlannedChange } from './bulk-store.ts';
import { findTargets, type BulkTarget } from './bulk-targets.ts';
import { findTicketsById, lockTickets } from './bulk-tickets.sql.ts';
import { stateOf } from '#server/tickets/write/change-ticket-record.ts';
import type { LockedTicket } from '#server/tickets/write/locked-ticket.ts';
import { lockTags } from '#server/tickets/tags/tags-write.sql.ts';
import { applyPatch } from '#server/tickets/write/ticket-change.ts';
import { addToBulkChange } from '#server/tickets/write/bulk-changes.sql.ts';
import { newUndo, recordUndo, type Undo } from '#server/tickets/write/undo-record.ts';

const DONE = { code: null, message: null } as const;

/** POST tickets_bulk: many tickets, each whole or untouched, each with its outcome. See docs/api.md, "Bulk changes". */
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
    await lockTags(db, site.id, 'with others');
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

/** A plan has the version that it found; a change leaves the next one. */
function afterChange(result: RowResult): RowResult {
  if (result.outcome !== 'changed' || result.version === null) return result;
  return { ...result, version: result.version + 1 };
}

interface Question {
  readonly targets: readonly BulkTarget[];
  readonly found: readonly LockedTicket[];
  readonly rules: BulkRules;
  readonly now: Date;
}

interface Plan {
  readonly changes: readonly PlannedChange[];
  readonly results: readonly RowResult[];
}

/** Works out what becomes of each ticket; nothing is written here, so a dry run and a real one judge alike. */
async function plan(db: Db, site: SiteRef, { targets, found, rules, now }: Question): Promise<Plan> {
  const byId = new Map(found.map((ticket) => [ticket.id, ticket]));
  const stale = targets.flatMap(({ id, version }) => {
    const ticket = byId.get(id);
    return ticket === undefined || version === null || ticket.version === version ? [] : [ticket];
  });
  const conflicts = await describeChanges(db, site, stale);
  const changes: PlannedChange[] = [];
  const results = targets.map(({ id }): RowResult => {
    const ticket = byId.get(id);
    if (ticket === undefined) return absent(id);
    const row = { id, ticket_number: ticket.ticket_number, version: ticket.version };
    const conflict = conflicts.get(id);
    if (conflict !== undefined) return { ...row, outcome: 'conflict', code: 'conflict', message: conflict };
    try {
      const change = applyPatch(stateOf(ticket), patchOf(rules, ticket.tags), now);
      if (change.activity.length === 0) return { ...row, ...DONE, outcome: 'unchanged' };
      changes.push({ ticket, change });
      return { ...row, ...DONE, outcome: 'changed' };
    } catch (error) {
      if (error instanceof ApiError) return { ...row, outcome: 'failed', code: error.code, message: error.message };
      throw error;
    }
  });
  return { changes, results };
}

function absent(id: bigint): RowResult {
  const message = 'There is no ticket with this id';
  return { id, ticket_number: null, version: null, outcome: 'not_found', code: 'not_found', message };
}
