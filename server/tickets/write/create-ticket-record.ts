import { phoneKey } from '#contract/contact-keys.ts';
import type { Body } from '#contract/operation.ts';
import type { Ticket } from '#contract/tickets.ts';
import type { createTicket } from '#contract/ticket-writes.ts';
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts';
import { resolveIdentities } from '#server/customers/resolve-identity.ts';
import type { Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { recordEvent } from '#server/webhooks/record-event.ts';
import { messagePreview } from './message-preview.ts';
import { withOneReplyDue } from '#server/tickets/list/reply-due.ts';
import { searchText } from '#server/tickets/list/search-words.ts';
import { eventOfCreation } from './ticket-events.ts';
import { insertTicket, type NewTicketRow } from './ticket-write.sql.ts';
import { activityActor, type WriteContext } from '#server/tickets/write-context.ts';

/**
 * Creates a ticket: by default open, normal and from the web. Finds or creates the customer by email, never by phone
 * alone. To be called inside a transaction. See docs/api.md, "Tickets".
 */
export async function createTicketRecord(
  db: Db,
  site: ContactSite,
  input: Body<typeof createTicket>,
  context: WriteContext,
): Promise<Ticket> {
  const [row] = await newTicketRows(db, site, [{ input, now: context.now }]);
  if (row === undefined) throw new Error('the new ticket has no row');
  const stamp = { now: context.now, by: activityActor(context), extensions: context.extensions };
  const ticket = await insertTicket(db, site.id, row, stamp);
  await recordAudit(db, site, auditOfCreation(ticket.id, row), context);
  await recordEvent(db, site, eventOfCreation(ticket, row.initialComment), context);
  return withOneReplyDue(db, site, ticket, context.now);
}

export interface TicketToCreate {
  readonly input: Body<typeof createTicket>;
  readonly now: Date;
}

/** Finds or creates the customers and returns the rows of the new tickets in the same order. */
export async function newTicketRows(
  db: Db,
  site: ContactSite,
  tickets: readonly TicketToCreate[],
): Promise<NewTicketRow[]> {
  const rows = tickets.map(({ input, now }) => ({ row: newTicketRow(site, input), now }));
  const contacts = rows.flatMap(({ row: { requesterEmail: email, requesterPhone: phone, requesterName }, now }) =>
    email === null ? [] : [{ email, phone, displayName: requesterName, now }],
  );
  const identities = (await resolveIdentities(db, site, contacts)).values();
  return rows.map(({ row }) =>
    row.requesterEmail === null ? row : { ...row, customerIdentityId: identities.next().value ?? null },
  );
}

function newTicketRow(site: ContactSite, input: Body<typeof createTicket>): NewTicketRow {
  const email = input.requester_email ?? null;
  const phone = input.requester_phone ?? null;
  const name = emptyToNull(input.requester_name);
  const comment = emptyToNull(input.initial_comment);
  return {
    subject: input.subject,
    priority: input.priority ?? 'normal',
    channel: input.channel ?? 'web',
    requesterName: name,
    requesterEmail: email,
    requesterPhone: phone,
    requesterPhoneKey: phone === null ? null : phoneKey(phone, site.country),
    requiredSkills: input.required_skills ?? [],
    customerIdentityId: null,
    initialComment: comment,
    preview: comment === null ? null : messagePreview(comment),
    searchText: searchText([input.subject, name, email, phone]),
  };
}

export function auditOfCreation(id: bigint, { priority }: NewTicketRow): AuditEntry {
  const changes = [
    { field: 'status', from: null, to: 'open' },
    { field: 'priority', from: null, to: priority },
  ];
  return { action: 'ticket.create', objectType: 'ticket', objectId: id.toString(), changes };
}

function emptyToNull(text: string | null | undefined): string | null {
  return text === undefined || text === null || text.trim() === '' ? null : text;
}
