import type { Body, Reply } from '#contract/operation.ts';
import type { updateTicket } from '#contract/ticket-writes.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/http/api-error.ts';
import type { Site } from '#server/http/call.ts';
import { stateOf, storeChange, takeTicket } from './change-ticket-record.ts';
import type { LockedTicket } from './locked-ticket.ts';
import { lockTags } from './tags-write.sql.ts';
import { changeTicket, type Assignee, type TicketChange } from './ticket-change.ts';
import { getTicketRow } from './ticket-detail.sql.ts';
import { parseTags } from './ticket-tags.ts';
import { newUndo, recordUndo } from './undo-record.ts';
import type { WriteContext } from './write-context.ts';

type TicketUpdateBody = Body<typeof updateTicket>;

/**
 * Changes a ticket; what is so already is no change and leaves no trace. To be called inside a transaction.
 * Source: reference.md, ticket PATCH; decisions.md, Tickets; shapes.md, ticket PATCH.
 * @throws ApiError missing_field, bad_field, not_found, or conflict with the present ticket
 */
export async function updateTicketRecord(
  db: Db,
  site: Pick<Site, 'id'>,
  input: TicketUpdateBody,
  context: WriteContext,
): Promise<Reply<typeof updateTicket>> {
  const { ticket, change } = await planUpdate(db, site, input, context);
  if (change.activity.length > 0) {
    const { row } = await storeChange(db, site, ticket, { change, comment: null }, context);
    const { comment_id: _, ...changed } = row;
    if (!context.extensions) return changed;
    const undo = newUndo(context.now);
    await recordUndo(db, site, undo, [ticket]);
    return { ...changed, undo_token: undo.token };
  }
  const same = await getTicketRow(db, site.id, input.id, context.extensions);
  if (same === undefined) throw new ApiError('not_found', 'There is no ticket with this id');
  return context.extensions ? { ...same, undo_token: null } : same;
}

/** The same for a ticket that this transaction holds already; answers it as it is then. */
export async function updateHeldTicket(
  db: Db,
  site: Pick<Site, 'id'>,
  held: LockedTicket,
  input: Omit<TicketUpdateBody, 'id'>,
  context: WriteContext,
): Promise<LockedTicket> {
  const { change } = await planUpdate(db, site, { ...input, id: held.id }, context, held);
  if (change.activity.length === 0) return held;
  return (await storeChange(db, site, held, { change, comment: null }, context)).held;
}

async function planUpdate(
  db: Db,
  site: Pick<Site, 'id'>,
  input: TicketUpdateBody,
  { extensions, now }: WriteContext,
  held?: LockedTicket,
): Promise<{ readonly ticket: LockedTicket; readonly change: TicketChange }> {
  const { status, priority, assignee_agent_id: assignee, tags, snoozed_until_utc: snoozedUntilUtc } = input;
  if ([status, priority, assignee, tags, snoozedUntilUtc].every((field) => field === undefined)) {
    throw new ApiError('missing_field', 'Give at least one field to change besides id');
  }
  const cleanTags = tags === undefined ? undefined : parseTags(tags);
  const agentId = assignee === undefined || assignee === null || assignee === '' ? null : BigInt(assignee);
  if (cleanTags !== undefined && held === undefined) await lockTags(db, site.id, 'with others');
  const ticket = held ?? (await takeTicket(db, site, input.id, { version: input.version, agentId, extensions }));
  const patch = {
    status,
    priority,
    assignee: findAssignee(assignee, agentId, ticket),
    tags: cleanTags,
    snoozedUntilUtc,
  };
  return { ticket, change: changeTicket(stateOf(ticket), patch, now) };
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
