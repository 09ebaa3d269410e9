import { phoneKey } from '#contract/contact-keys.ts';
import type { Body } from '#contract/operation.ts';
import type { Ticket } from '#contract/tickets.ts';
import type { createTicket } from '#contract/ticket-writes.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import { resolveIdentity } from '#server/customers/resolve-identity.ts';
import type { Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { recordEvent } from '#server/webhooks/record-event.ts';
import type { LockedTicket } from './locked-ticket.ts';
import { messagePreview } from './message-preview.ts';
import { withOneReplyDue, type StoredTicket } from '#server/tickets/list/reply-due.ts';
import { searchText } from '#server/tickets/list/search-words.ts';
import { eventOfCreation } from './ticket-events.ts';
import { insertTicket } from './ticket-write.sql.ts';
import { activityActor, type WriteContext } from '#server/tickets/write-context.ts';

/**
 * Makes a ticket: open, normal, by web unless said otherwise. An email finds or makes the customer, a phone alone does
 * not. To be called inside a transaction. See docs/api.md, "Tickets".
 */
export async function createTicketRecord(
  db: Db,
  site: ContactSite,
  input: Body<typeof createTicket>,
  context: WriteContext,
): Promise<Ticket> {
  const { ticket } = await createLockedTicket(db, site, input, context);
  return withOneReplyDue(db, site, ticket, context.now);
}

/** The same, and the ticket as this transaction holds it, for changes that follow at once. */
export async function createLockedTicket(
  db: Db,
  site: ContactSite,
  input: Body<typeof createTicket>,
  context: WriteContext,
): Promise<{ readonly ticket: StoredTicket; readonly locked: LockedTicket }> {
  const email = input.requester_email ?? null;
  const phone = input.requester_phone ?? null;
  const name = emptyToNull(input.requester_name);
  const comment = emptyToNull(input.initial_comment);
  const preview = comment === null ? null : messagePreview(comment);
  const priority = input.priority ?? 'normal';
  const channel = input.channel ?? 'web';
  const identityId =
    email === null ? null : await resolveIdentity(db, site, { email, phone, displayName: name }, context);
  const ticket = await insertTicket(
    db,
    site.id,
    {
      subject: input.subject,
      priority,
      channel,
      requesterName: name,
      requesterEmail: email,
      requesterPhone: phone,
      requesterPhoneKey: phone === null ? null : phoneKey(phone, site.country),
      requiredSkills: input.required_skills ?? [],
      customerIdentityId: identityId,
      initialComment: comment,
      preview,
      searchText: searchText([input.subject, name, email, phone]),
    },
    { now: context.now, by: activityActor(context), extensions: context.extensions },
  );
  const changes = [
    { field: 'status', from: null, to: 'open' },
    { field: 'priority', from: null, to: priority },
  ];
  const entry = { action: 'ticket.create', objectType: 'ticket', objectId: ticket.id.toString(), changes };
  await recordAudit(db, site, entry, context);
  await recordEvent(db, site, eventOfCreation(ticket, comment), context);
  const { id, ticket_number, subject, status, requester_name, requester_email, requester_phone } = ticket;
  const locked: LockedTicket = {
    ...{ id, ticket_number, subject, status, priority, channel, requester_name, requester_email, requester_phone },
    tags: [],
    first_response_utc: null,
    resolved_utc: null,
    assignee_agent_id: null,
    assignee_name: null,
    snoozed_until_utc: null,
    last_message_preview: preview,
    version: 1,
    agent_name: null,
  };
  return { ticket, locked };
}

function emptyToNull(text: string | null | undefined): string | null {
  return text === undefined || text === null || text.trim() === '' ? null : text;
}
