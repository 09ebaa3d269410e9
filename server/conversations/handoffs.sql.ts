import type { Handoff, HandoffStatus } from '#contract/conversations.ts';
import { readBatches } from '#server/db/batches.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import { SESSION_NAME, WITH_SESSION_NAME } from './session-name.sql.ts';

interface HandoffSelection {
  readonly since?: string | undefined;
  readonly status?: HandoffStatus | undefined;
  readonly sessionId?: string | undefined;
  readonly until?: string | undefined;
  readonly reason?: string | undefined;
}

export interface Page {
  readonly limit: number;
  readonly skip: number;
}

/** From a handoff `h` until an agent took it. */
export const WAIT_SECONDS = sql`floor(extract(epoch from h.taken_utc - h.created_utc))::integer`;

const COLUMNS = sql`h.id, h.session_id, h.reason, h.status, s.channel, coalesce(h.ticket_id, s.ticket_id) as ticket_id,
  s.customer_identity_id, s.visitor_key, h.taken_by_agent_id::text as taken_by_agent_id, h.created_utc, h.taken_utc,
  h.resolved_utc, ${WAIT_SECONDS} as wait_seconds, ${SESSION_NAME} as name, a.name as taken_by_name, t.ticket_number`;
// Not `coalesce`, as in `TICKET_OF_CALL`.
const FROM = sql`handoff h join chat_session s on s.site_id = h.site_id and s.session_id = h.session_id
  ${WITH_SESSION_NAME}
  left join agent a on a.site_id = h.site_id and a.id = h.taken_by_agent_id
  left join ticket t on t.site_id = h.site_id
    and t.id = case when h.ticket_id is null then s.ticket_id else h.ticket_id end`;

export async function findHandoffs(
  db: Db,
  siteId: bigint,
  selection: HandoffSelection,
  { limit, skip }: Page,
): Promise<Handoff[]> {
  return db.query<Handoff>(sql`
    select ${COLUMNS} from ${FROM} where ${selected(siteId, selection)}
    order by h.created_utc desc, h.id desc limit ${limit} offset ${skip}`);
}

export async function countHandoffs(db: Db, siteId: bigint, selection: HandoffSelection): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from handoff h where ${selected(siteId, selection)}`,
  );
  return row?.total ?? 0;
}

/** The handoffs of a session, oldest first. */
export function readHandoffsOfSession(db: Db, siteId: bigint, sessionId: string): AsyncGenerator<Handoff[]> {
  return readBatches<Handoff>(db, {
    columns: sql`id, session_id, reason, status, channel, ticket_id, customer_identity_id, visitor_key, taken_by_agent_id,
      created_utc, taken_utc, resolved_utc, wait_seconds, name, taken_by_name, ticket_number`,
    rows: (position) => sql`
      select ${COLUMNS} from ${FROM} where h.site_id = ${siteId} and h.session_id = ${sessionId} and ${position}`,
    key: { at: sql`h.created_utc`, id: sql`h.id` },
    at: 'created_utc',
    order: 'oldest first',
    size: sql`octet_length(reason)`,
  });
}

function selected(siteId: bigint, { since, status, sessionId, until, reason }: HandoffSelection): Statement {
  const conditions = [sql`h.site_id = ${siteId}`];
  if (since !== undefined) conditions.push(sql`h.created_utc >= ${since}::timestamptz`);
  if (until !== undefined) conditions.push(sql`h.created_utc < ${until}::timestamptz`);
  if (reason !== undefined) conditions.push(sql`h.reason = ${reason}`);
  if (status !== undefined) conditions.push(sql`h.status = ${status}`);
  if (sessionId !== undefined) conditions.push(sql`h.session_id = ${sessionId}`);
  return joinSql(conditions, ' and ');
}

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

/** Locks the handoff with this external ID and the open handoff of the session. */
export async function lockHandoffs(
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
  const id = await db.takeIds(siteId, 1);
  const [made] = await db.query<{ id: bigint }>(sql`
    insert into handoff (site_id, id, session_id, reason, status, ticket_id, taken_by_agent_id, external_id, created_utc,
      taken_utc, resolved_utc)
    values (${siteId}, ${id}, ${row.sessionId}, ${row.reason}, ${row.status}, ${row.ticketId}, ${row.takenBy},
      ${row.externalId}, ${row.createdUtc}, ${row.takenUtc}, ${row.resolvedUtc})
    returning id`);
  if (made === undefined) throw new Error('the database returned no handoff');
  return made.id;
}

export async function updateHandoff(db: Db, siteId: bigint, id: bigint, row: HandoffState): Promise<void> {
  await db.query(sql`
    update handoff set reason = ${row.reason}, status = ${row.status}, ticket_id = ${row.ticketId},
      taken_by_agent_id = ${row.takenBy}, external_id = ${row.externalId}, taken_utc = ${row.takenUtc},
      resolved_utc = ${row.resolvedUtc}
    where site_id = ${siteId} and id = ${id}`);
}

/** Returns the channel of the session, for the event. */
export async function markHandedOff(db: Db, siteId: bigint, sessionId: string): Promise<string> {
  const [row] = await db.query<{ channel: string }>(sql`
    update chat_session set has_handoff = true where site_id = ${siteId} and session_id = ${sessionId} returning channel`);
  if (row === undefined) throw new Error('the database returned no session');
  return row.channel;
}
