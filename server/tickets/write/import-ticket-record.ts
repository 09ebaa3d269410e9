import type { Body } from '#contract/operation.ts';
import type { createTicket } from '#contract/ticket-writes.ts';
import type { Comment, TicketStatus } from '#contract/tickets.ts';
import { AuditBatch, recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { ContactSite, SiteRef } from '#server/operation/call.ts';
import { commentOnLockedTicket } from './add-comment-record.ts';
import { createLockedTicket } from './create-ticket-record.ts';
import type { LockedTicket } from './locked-ticket.ts';
import { lockTags } from '#server/tickets/tags/tags-write.sql.ts';
import { updateLockedTicket } from './update-ticket-record.ts';
import { updateFirstResponse } from './ticket-write.sql.ts';
import type { WriteContext } from '#server/tickets/write-context.ts';

/** A ticket with its history; instants are ISO text in UTC. */
export interface ImportedTicket {
  readonly request: Body<typeof createTicket>;
  readonly status: TicketStatus;
  readonly tags: string | null;
  readonly createdUtc: string;
  /** Null: set by the first public comment of an agent. */
  readonly firstResponseUtc: string | null;
  /** Null: a solved one was solved with the last that is known of it. */
  readonly resolvedUtc: string | null;
  readonly comments: readonly {
    readonly authorKind: Comment['author_kind'];
    readonly body: string;
    readonly visibility: Comment['visibility'];
    readonly createdUtc: string;
  }[];
}

/** One thing that happened to the ticket, and when. */
interface Step {
  readonly at: string;
  readonly take: (locked: LockedTicket, context: WriteContext) => Promise<LockedTicket>;
}

/**
 * Writes a ticket and what happened to it as it would have been written at the time: each step with the clock of its
 * own instant. The audit log gets one line, of now. To be called inside a transaction. See docs/operating.md, "Moving
 * in".
 * @throws ApiError bad_field
 */
export async function importTicketRecord(
  db: Db,
  site: ContactSite,
  ticket: ImportedTicket,
  context: AuditContext,
): Promise<bigint> {
  checkOrder(ticket, context.now);
  if (ticket.tags !== null) await lockTags(db, site.id, 'with others');
  // The steps would record one row each; one is recorded below for all, and this batch is never stored.
  const auditBatch = new AuditBatch();
  const at = (iso: string): WriteContext => ({
    actor: context.actor,
    activityActor: 'Import',
    now: new Date(iso),
    extensions: true,
    auditBatch,
    isSilent: true,
  });
  let { locked } = await createLockedTicket(db, site, ticket.request, at(ticket.createdUtc));
  for (const step of stepsOf(db, site, ticket)) locked = await step.take(locked, at(step.at));
  const { firstResponseUtc } = ticket;
  if (firstResponseUtc !== null) await updateFirstResponse(db, site.id, locked.id, firstResponseUtc);
  const changes = [
    { field: 'status', from: null, to: ticket.status },
    { field: 'comments', from: null, to: ticket.comments.length },
  ];
  const entry = { action: 'ticket.import', objectType: 'ticket', objectId: locked.id.toString(), changes };
  await recordAudit(db, site, entry, context);
  return locked.id;
}

function stepsOf(db: Db, site: SiteRef, ticket: ImportedTicket): Step[] {
  const { tags, status, comments } = ticket;
  const steps: Step[] = comments.map(({ authorKind, body, visibility, createdUtc }) => ({
    at: createdUtc,
    take: (locked, context) =>
      commentOnLockedTicket(db, site, locked, { body, visibility, movedInFrom: authorKind }, context),
  }));
  if (tags !== null && tags.trim() !== '') {
    const take: Step['take'] = (locked, context) => updateLockedTicket(db, site, locked, { tags }, context);
    steps.push({ at: ticket.createdUtc, take });
  }
  if (status !== 'open') {
    const last = comments.reduce(
      (latest, { createdUtc }) => (createdUtc > latest ? createdUtc : latest),
      ticket.createdUtc,
    );
    const take: Step['take'] = (locked, context) => updateLockedTicket(db, site, locked, { status }, context);
    steps.push({ at: ticket.resolvedUtc ?? last, take });
  }
  // Stable, and the text of such instants sorts as they do.
  return steps.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function checkOrder(ticket: ImportedTicket, now: Date): void {
  const { createdUtc, firstResponseUtc, resolvedUtc, status, comments } = ticket;
  if (createdUtc > now.toISOString()) throw new ApiError('bad_field', 'created_utc must not be in the future');
  const check = (name: string, iso: string | null) => {
    if (iso === null) return;
    if (iso < createdUtc) throw new ApiError('bad_field', `${name} must not be before created_utc`);
    if (iso > now.toISOString()) throw new ApiError('bad_field', `${name} must not be in the future`);
  };
  check('first_response_utc', firstResponseUtc);
  check('resolved_utc', resolvedUtc);
  if (resolvedUtc !== null && status !== 'resolved' && status !== 'closed') {
    throw new ApiError('bad_field', 'resolved_utc can only be given with the status resolved or closed');
  }
  comments.forEach((comment, index) => check(`comments[${index}].created_utc`, comment.createdUtc));
}
