import type { Body } from '#contract/operation.ts';
import type { createTicket } from '#contract/ticket-writes.ts';
import type { Comment, TicketStatus } from '#contract/tickets.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { lockTags } from '#server/tickets/tags/tags.sql.ts';
import { parseTags } from '#server/tickets/tags/ticket-tags.ts';
import { updateFirstResponse } from './ticket-write.sql.ts';
import { writeThreads, type ThreadStep } from './write-threads.ts';

/** A ticket with its history; instants are ISO text in UTC. */
export interface ImportedTicket {
  readonly request: Body<typeof createTicket>;
  readonly status: TicketStatus;
  readonly tags: string | null;
  readonly createdUtc: string;
  /** Null: the first public comment of an agent sets it. */
  readonly firstResponseUtc: string | null;
  /** Null: a resolved ticket was resolved at its last comment. */
  readonly resolvedUtc: string | null;
  readonly comments: readonly {
    readonly authorKind: Comment['author_kind'];
    readonly body: string;
    readonly visibility: Comment['visibility'];
    readonly createdUtc: string;
  }[];
}

/**
 * Writes a ticket with its history as if each step had been written at its own time. To be called inside a transaction.
 * See docs/operating.md, "Moving in".
 * @throws ApiError bad_field
 */
export async function importTicketRecord(
  db: Db,
  site: ContactSite,
  ticket: ImportedTicket,
  context: AuditContext,
): Promise<bigint> {
  checkOrder(ticket, context.now);
  if (ticket.tags !== null) await lockTags(db, site.id, 'shared');
  const by = { actor: context.actor, name: 'Import' };
  const thread = { input: ticket.request, by, now: new Date(ticket.createdUtc), steps: stepsOf(ticket, by) };
  const [written] = await writeThreads(db, site, [thread]);
  if (written === undefined) throw new Error('no ticket was written');
  const { id } = written.ticket;
  const { firstResponseUtc } = ticket;
  if (firstResponseUtc !== null) await updateFirstResponse(db, site.id, id, firstResponseUtc);
  return id;
}

function stepsOf(
  { tags, status, comments, createdUtc, resolvedUtc }: ImportedTicket,
  by: ThreadStep['by'],
): ThreadStep[] {
  const steps: ThreadStep[] = comments.map(({ authorKind, body, visibility, createdUtc: at }) => ({
    by,
    now: new Date(at),
    comment: { body, visibility, importedKind: authorKind },
  }));
  const cleanTags = parseTags(tags);
  if (cleanTags.length > 0) steps.push({ by, now: new Date(createdUtc), patch: { tags: cleanTags } });
  if (status !== 'open') {
    const last = comments.reduce(
      (latest, comment) => (comment.createdUtc > latest ? comment.createdUtc : latest),
      createdUtc,
    );
    steps.push({ by, now: new Date(resolvedUtc ?? last), patch: { status } });
  }
  // Stable.
  return steps.toSorted((a, b) => a.now.getTime() - b.now.getTime());
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
