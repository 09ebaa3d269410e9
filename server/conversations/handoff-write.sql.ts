import type { HandoffStatus } from '#contract/conversations.ts';
import { sql, type Db } from '#server/db/db.ts';

export interface LockedHandoff {
  readonly id: bigint;
  readonly session_id: string;
  readonly status: HandoffStatus;
  readonly ticket_id: bigint | null;
  readonly taken_by_agent_id: bigint | null;
  readonly external_id: string | null;
  readonly created_utc: string;
  readonly taken_utc: string | null;
  readonly resolved_utc: string | null;
}

/** The handoff of this external id, and the open one of the session. */
export async function findHandoffsToMove(
  db: Db,
  siteId: bigint,
  { sessionId, externalId }: { readonly sessionId: string; readonly externalId: string | null },
): Promise<LockedHandoff[]> {
  return db.query<LockedHandoff>(sql`
    select h.id, h.session_id, h.status, h.ticket_id, h.taken_by_agent_id, h.external_id, h.created_utc, h.taken_utc,
      h.resolved_utc
    from handoff h
    where h.site_id = ${siteId}
      and (h.external_id = ${externalId}::text or (h.session_id = ${sessionId} and h.status in ('waiting', 'taken')))
    for update`);
}

export interface HandoffState {
  readonly reason: string;
  readonly status: HandoffStatus;
  readonly ticketId: bigint | null;
  readonly takenBy: bigint | null;
  readonly externalId: string | null;
  readonly takenUtc: string | null;
  readonly resolvedUtc: string | null;
}

export async function insertHandoff(
  db: Db,
  siteId: bigint,
  row: HandoffState & { readonly sessionId: string; readonly createdUtc: string },
): Promise<bigint> {
  const [made] = await db.query<{ id: bigint }>(sql`
    insert into handoff (site_id, id, session_id, reason, status, ticket_id, taken_by_agent_id, external_id, created_utc,
      taken_utc, resolved_utc)
    values (${siteId}, next_id(${siteId}), ${row.sessionId}, ${row.reason}, ${row.status}, ${row.ticketId}, ${row.takenBy},
      ${row.externalId}, ${row.createdUtc}, ${row.takenUtc}, ${row.resolvedUtc})
    returning id`);
  if (made === undefined) throw new Error('the handoff was not answered');
  return made.id;
}

export async function updateHandoff(db: Db, siteId: bigint, id: bigint, row: HandoffState): Promise<void> {
  await db.query(sql`
    update handoff set reason = ${row.reason}, status = ${row.status}, ticket_id = ${row.ticketId},
      taken_by_agent_id = ${row.takenBy}, external_id = ${row.externalId}, taken_utc = ${row.takenUtc},
      resolved_utc = ${row.resolvedUtc}
    where site_id = ${siteId} and id = ${id}`);
}

/** Answers the channel of the session, which the event has. */
export async function markHandedOff(db: Db, siteId: bigint, sessionId: string): Promise<string> {
  const [row] = await db.query<{ channel: string }>(sql`
    update chat_session set has_handoff = true where site_id = ${siteId} and session_id = ${sessionId} returning channel`);
  if (row === undefined) throw new Error('the session was not answered');
  return row.channel;
}
