import type { Body, Reply } from '#contract/operation.ts';
import type { updateTicket } from '#contract/ticket-writes.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { stateOf, storeChange, lockTicketAtVersion } from './change-ticket-record.ts';
import { type LockedTicket, applyPatch, type Assignee, type TicketChange } from './ticket-change.ts';
import { lockTags } from '#server/tickets/tags/tags.sql.ts';
import { withOneReplyDue } from '#server/tickets/list/reply-due.ts';
import { getTicketRow } from '#server/tickets/list/ticket-detail.sql.ts';
import { parseTags } from '#server/tickets/tags/ticket-tags.ts';
import { newUndo, recordUndo } from './undo-record.ts';
import type { WriteContext } from '#server/tickets/write-context.ts';

type TicketUpdateBody = Body<typeof updateTicket>;

/**
 * Changes a ticket. Values that it already has leave no trace. To be called inside a transaction.
 * See docs/api.md, "Changing a ticket".
 * @throws ApiError missing_field, bad_field, not_found, or conflict with the present ticket
 */
export async function updateTicketRecord(
  db: Db,
  site: SiteRef,
  input: TicketUpdateBody,
  context: WriteContext,
): Promise<Reply<typeof updateTicket>> {
  const { ticket, change } = await planUpdate(db, site, input, context);
  if (change.activity.length > 0) {
    const row = await storeChange(db, site, ticket, { change, comment: null }, context);
    const { comment_id: _, ...stored } = row;
    const changed = await withOneReplyDue(db, site, stored, context.now);
    if (!context.extensions) return changed;
    const undo = newUndo(context.now);
    await recordUndo(db, site, undo, [ticket]);
    return { ...changed, undo_token: undo.token };
  }
  const stored = await getTicketRow(db, site.id, input.id, context.extensions);
  if (stored === undefined) throw new ApiError('not_found', 'There is no ticket with this id');
  const same = await withOneReplyDue(db, site, stored, context.now);
  return context.extensions ? { ...same, undo_token: null } : same;
}

async function planUpdate(
  db: Db,
  site: SiteRef,
  input: TicketUpdateBody,
  { extensions, now }: WriteContext,
): Promise<{ readonly ticket: LockedTicket; readonly change: TicketChange }> {
  const { status, priority, assignee_agent_id: assignee, tags, snoozed_until_utc: snoozedUntilUtc } = input;
  if ([status, priority, assignee, tags, snoozedUntilUtc].every((field) => field === undefined)) {
    throw new ApiError('missing_field', 'Give at least one field to change besides id');
  }
  const cleanTags = tags === undefined ? undefined : parseTags(tags);
  const agentId = assignee === undefined || assignee === null || assignee === '' ? null : BigInt(assignee);
  if (cleanTags !== undefined) await lockTags(db, site.id, 'shared');
  const expect = { version: input.version, agentId, extensions, now };
  const ticket = await lockTicketAtVersion(db, site, input.id, expect);
  const patch = {
    status,
    priority,
    assignee: findAssignee(assignee, agentId, ticket),
    tags: cleanTags,
    snoozedUntilUtc,
  };
  return { ticket, change: applyPatch(stateOf(ticket), patch, now) };
}

function findAssignee(
  wanted: TicketUpdateBody['assignee_agent_id'],
  id: bigint | null,
  { agent_name: name }: LockedTicket,
): Assignee | null | undefined {
  if (wanted === undefined) return undefined;
  if (id === null) return null;
  if (name === null) throw new ApiError('bad_field', 'assignee_agent_id must be an agent of this site');
  return { id, name };
}
