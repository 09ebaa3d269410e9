import type { Body } from '#contract/operation.ts';
import type { createTicket } from '#contract/ticket-writes.ts';
import type { AuditEntry } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { Actor, ContactSite } from '#server/operation/call.ts';
import { tagKey } from '#server/tickets/tags/ticket-tags.ts';
import { planComment, type CommentInput } from './add-comment-record.ts';
import { auditOfChange, stateOf, updateOf, type PlannedStep } from './change-ticket-record.ts';
import { auditOfCreation, newTicketRows } from './create-ticket-record.ts';
import { type LockedTicket, applyPatch, type TicketPatch } from './ticket-change.ts';
import { allocateTickets, insertThreads, type AllocatedTicket, type ThreadRows } from './write-threads.sql.ts';
import { unansweredAfter, type CommentRow, type NewTicketRow } from './ticket-write.sql.ts';

interface Attribution {
  /** The actor, and the name for the ticket's activity. */
  readonly by: { readonly actor: Actor; readonly name: string };
  readonly now: Date;
}

/** A comment, or a change of other fields. */
export type ThreadStep = Attribution &
  ({ readonly comment: Omit<CommentInput, 'ticket_id'> } | { readonly patch: TicketPatch });

/** A ticket of the past with its history, oldest first. */
export interface TicketThread extends Attribution {
  readonly input: Body<typeof createTicket>;
  readonly steps: readonly ThreadStep[];
}

export interface WrittenThread {
  /** The final state. */
  readonly ticket: LockedTicket;
  /** One entry for each step that changed something, for the caller to store. */
  readonly audit: readonly (Attribution & { readonly entry: AuditEntry })[];
}

/**
 * Writes tickets with their history as if it had been written at the time, with a fixed number of statements. Numbers
 * them in this order and sends no events. To be called inside a transaction.
 */
export async function writeThreads(
  db: Db,
  site: ContactSite,
  threads: readonly TicketThread[],
): Promise<WrittenThread[]> {
  const rows: ThreadRows = { tickets: [], activity: [], comments: [], tags: [] };
  const opened = await newTicketRows(db, site, threads);
  const allocated = await allocateTickets(db, site.id, threads.length);
  const written = threads.map((thread, index) => {
    const [row, ticket] = [opened[index], allocated[index]];
    if (row === undefined || ticket === undefined) throw new Error('a ticket has no row or no number');
    return addThread(rows, thread, row, ticket);
  });
  await insertThreads(db, site.id, rows);
  return written;
}

function addThread(
  rows: ThreadRows,
  thread: TicketThread,
  row: NewTicketRow,
  allocated: AllocatedTicket,
): WrittenThread {
  let ticket = newTicket(row, allocated);
  let updated = thread.now.toISOString();
  let unanswered: string | null = updated;
  let searchText = `#${ticket.ticket_number}\n${row.searchText}`;
  const addActivity = ({ by, now }: Attribution, kind: string, from: string | null, to: string | null) =>
    rows.activity.push({
      ticket_id: ticket.id,
      kind,
      actor: by.name,
      from_value: from,
      to_value: to,
      created_utc: now,
    });
  const addComment = ({ now }: Attribution, { authorKind, authorName, agentId, ...comment }: CommentRow) =>
    rows.comments.push({
      ...comment,
      ticket_id: ticket.id,
      author_kind: authorKind,
      author_name: authorName,
      agent_id: agentId,
      created_utc: now,
    });
  addActivity(thread, 'created', null, row.channel);
  if (row.initialComment !== null) addComment(thread, firstComment(row, row.initialComment));
  const audit = [{ by: thread.by, now: thread.now, entry: auditOfCreation(ticket.id, row) }];
  for (const step of thread.steps) {
    const planned = planStep(ticket, step);
    if (planned.comment === null && planned.change.activity.length === 0) continue;
    const { by, now } = step;
    const update = updateOf(ticket, planned);
    for (const { kind, from, to } of update.activity) addActivity(step, kind, from, to);
    if (planned.comment !== null) addComment(step, planned.comment);
    for (const name of update.newTags) rows.tags.push({ name, name_key: tagKey(name), created_utc: now });
    audit.push({ by, now, entry: auditOfChange(ticket, planned) });
    updated = now.toISOString();
    const since = unansweredAfter(planned.comment, updated);
    if (since !== undefined) unanswered = since;
    ({ searchText } = update);
    const { state } = update;
    ticket = {
      ...ticket,
      status: state.status,
      priority: state.priority,
      assignee_agent_id: state.assignee?.id ?? null,
      assignee_name: state.assignee?.name ?? null,
      tags: state.tags,
      snoozed_until_utc: state.snoozedUntilUtc,
      first_response_utc: state.firstResponseUtc,
      resolved_utc: state.resolvedUtc,
      last_message_preview: update.preview,
      version: ticket.version + 1,
    };
  }
  rows.tickets.push({
    ...ticket,
    tag_keys: ticket.tags.map(tagKey),
    requester_phone_key: row.requesterPhoneKey,
    required_skills: row.requiredSkills,
    customer_identity_id: row.customerIdentityId,
    created_utc: thread.now,
    updated_utc: updated,
    unanswered_utc: unanswered,
    search_text: searchText,
  });
  return { ticket, audit };
}

function planStep(ticket: LockedTicket, step: ThreadStep): PlannedStep {
  const { by, now } = step;
  if ('patch' in step) return { change: applyPatch(stateOf(ticket), step.patch, now), comment: null };
  const agentName = by.actor.agentId === null ? null : by.name;
  return planComment({ ...ticket, agent_name: agentName }, step.comment, { actor: by.actor, now });
}

function newTicket(row: NewTicketRow, allocated: AllocatedTicket): LockedTicket {
  return {
    ...allocated,
    subject: row.subject,
    status: 'open',
    priority: row.priority,
    channel: row.channel,
    requester_name: row.requesterName,
    requester_email: row.requesterEmail,
    requester_phone: row.requesterPhone,
    tags: [],
    first_response_utc: null,
    resolved_utc: null,
    assignee_agent_id: null,
    assignee_name: null,
    snoozed_until_utc: null,
    last_message_preview: row.preview,
    version: 1,
    agent_name: null,
  };
}

function firstComment({ requesterName, channel }: NewTicketRow, body: string): CommentRow {
  return { authorKind: 'customer', authorName: requesterName, agentId: null, visibility: 'public', channel, body };
}
