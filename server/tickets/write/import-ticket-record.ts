import type { Body } from '#contract/operation.ts';
import type { createTicket } from '#contract/ticket-writes.ts';
import type { Comment, TicketStatus } from '#contract/tickets.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { lockTags } from '#server/tickets/tags/tags.sql.ts';
import { parseTags } from '#server/tickets/tags/ticket-tags.ts';
import type { Assignee } from './ticket-change.ts';
import { updateFirstResponse } from './ticket-write.sql.ts';
import { writeThreads, type ThreadStep } from './write-threads.ts';

/** A ticket with its history; instants are ISO text in UTC. */
export interface ImportedTicket {
  readonly request: Body<typeof createTicket>;
  readonly status: TicketStatus;
  readonly tags: string | null;
  readonly assignee: Assignee | null;
  readonly createdUtc: string;
  /** Null: the first public comment of an agent sets it. */
  readonly firstResponseUtc: string | null;
  /** Null: a resolved ticket was resolved at its last comment. */
  readonly resolvedUtc: string | null;
  readonly comments: readonly {
    readonly authorKind: Comment['author_kind'];
    /** Null: a customer has the requester's name. */
    readonly authorName: string | null;
    readonly body: string;
    readonly visibility: Comment['visibility'];
    readonly createdUtc: string;
  }[];
}

/**
 * Writes tickets with their history as if each step had been written at its own time, and returns their ids in order.
 * Each has passed `checkImportedTicket`. To be called inside a transaction. See docs/operating.md, "Moving in".
 */
export async function importTicketRecords(
  db: Db,
  site: ContactSite,
  tickets: readonly ImportedTicket[],
  context: AuditContext,
): Promise<bigint[]> {
  if (tickets.some(({ tags }) => tags !== null)) await lockTags(db, site.id, 'shared');
  const by = { actor: context.actor, name: 'Import' };
  const threads = tickets.map((ticket) => ({
    input: ticket.request,
    by,
    now: new Date(ticket.createdUtc),
    steps: stepsOf(ticket, by),
  }));
  const ids = (await writeThreads(db, site, threads)).map(({ ticket }) => ticket.id);
  for (const [index, { firstResponseUtc }] of tickets.entries()) {
    const id = ids[index];
    if (id === undefined) throw new Error('a ticket was not written');
    if (firstResponseUtc !== null) await updateFirstResponse(db, site.id, id, firstResponseUtc);
  }
  return ids;
}

function stepsOf(
  { tags, assignee, status, comments, createdUtc, resolvedUtc }: ImportedTicket,
  by: ThreadStep['by'],
): ThreadStep[] {
  const steps: ThreadStep[] = comments.map(({ authorKind, authorName, body, visibility, createdUtc: at }) => ({
    by,
    now: new Date(at),
    comment: { body, visibility, importedAuthor: { kind: authorKind, name: authorName } },
  }));
  const cleanTags = parseTags(tags);
  if (cleanTags.length > 0) steps.push({ by, now: new Date(createdUtc), patch: { tags: cleanTags } });
  // When it was assigned is not in the file.
  if (assignee !== null) steps.push({ by, now: new Date(createdUtc), patch: { assignee } });
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

/** Checks tags and times, which the fields alone do not show. @throws ApiError bad_field */
export function checkImportedTicket(ticket: Omit<ImportedTicket, 'assignee'>, now: Date): void {
  const { createdUtc, firstResponseUtc, resolvedUtc, status, comments, tags } = ticket;
  parseTags(tags);
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
