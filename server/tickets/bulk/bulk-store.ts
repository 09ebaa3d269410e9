import { AuditBatch, recordAudit, type AuditEntry } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { recordEvents } from '#server/webhooks/record-event.ts';
import { addDeltas } from '#server/counters/counters.ts';
import { countedTicket, stateOf } from '#server/tickets/write/change-ticket-record.ts';
import { ticketDeltas } from '#server/tickets/ticket-counters.ts';
import { insertActivities, insertNewTags, updateTicketRows } from './bulk-tickets.sql.ts';
import type { LockedTicket, TicketChange } from '#server/tickets/write/ticket-change.ts';
import { searchText } from '#server/tickets/list/search-words.ts';
import { eventsOfChange } from '#server/tickets/write/ticket-events.ts';
import { tagKey } from '#server/tickets/tags/ticket-tags.ts';
import { activityActor, type WriteContext } from '#server/tickets/write-context.ts';

/** A locked ticket and the change to store. */
export interface PlannedChange {
  readonly ticket: LockedTicket;
  readonly change: TicketChange;
}

/** As `storeChange` for many tickets, with a fixed number of statements. */
export async function storeChanges(
  db: Db,
  site: SiteRef,
  planned: readonly PlannedChange[],
  action: 'ticket.update' | 'ticket.undo',
  context: WriteContext,
): Promise<void> {
  if (planned.length === 0) return;
  const at = context.now.toISOString();
  const updates = planned.map(({ ticket, change }) => ({
    id: ticket.id,
    change,
    searchText: change.state.tags === ticket.tags ? null : searchTextOf(ticket, change.state.tags),
  }));
  await updateTicketRows(db, site.id, updates, at);
  const deltas = planned.flatMap(({ ticket, change }) =>
    ticketDeltas(countedTicket(ticket, stateOf(ticket)), countedTicket(ticket, change.state)),
  );
  await addDeltas(db, site.id, deltas);
  await insertActivities(db, site.id, updates, { at, by: activityActor(context) });
  const tags = newTags(planned);
  if (tags.length > 0) await insertNewTags(db, site.id, tags, at);
  const auditBatch = new AuditBatch();
  for (const { ticket, change } of planned) {
    const entry: AuditEntry = { action, objectType: 'ticket', objectId: ticket.id.toString(), changes: change.audit };
    await recordAudit(db, site, entry, { ...context, auditBatch });
  }
  await auditBatch.store(db, site);
  const events = planned.flatMap(({ ticket, change }) => eventsOfChange(ticket, change));
  await recordEvents(db, site, events, context);
}

function searchTextOf(ticket: LockedTicket, tags: readonly string[]): string {
  const { requester_name: name, requester_email: email, requester_phone: phone } = ticket;
  return searchText([`#${ticket.ticket_number}`, ticket.subject, name, email, phone, ...tags]);
}

/** Tags that are new on some ticket, without duplicates. */
function newTags(planned: readonly PlannedChange[]): string[] {
  const byKey = new Map<string, string>();
  for (const { ticket, change } of planned) {
    const known = new Set(ticket.tags.map(tagKey));
    for (const tag of change.state.tags) {
      const key = tagKey(tag);
      if (!known.has(key) && !byKey.has(key)) byKey.set(key, tag);
    }
  }
  return [...byKey.values()];
}
