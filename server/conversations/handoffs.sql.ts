import type { Handoff, HandoffStatus } from '#contract/conversations.ts';
import { readBatches } from '#server/db/batches.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';

export interface HandoffSelection {
  readonly since?: string | undefined;
  readonly status?: HandoffStatus | undefined;
  readonly sessionId?: string | undefined;
}

export interface Page {
  readonly limit: number;
  readonly skip: number;
}

const COLUMNS = sql`h.id, h.session_id, h.reason, h.status, s.channel, coalesce(h.ticket_id, s.ticket_id) as ticket_id,
  s.customer_identity_id, s.visitor_key, h.taken_by_agent_id::text as taken_by_agent_id, h.created_utc, h.taken_utc,
  h.resolved_utc, floor(extract(epoch from h.taken_utc - h.created_utc))::integer as wait_seconds`;
const FROM = sql`handoff h join chat_session s on s.site_id = h.site_id and s.session_id = h.session_id`;

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

/** All of a session, oldest first. */
export function readHandoffsOfSession(db: Db, siteId: bigint, sessionId: string): AsyncGenerator<Handoff[]> {
  return readBatches<Handoff>(db, {
    columns: sql`id, session_id, reason, status, channel, ticket_id, customer_identity_id, visitor_key, taken_by_agent_id,
      created_utc, taken_utc, resolved_utc, wait_seconds`,
    rows: (position) => sql`
      select ${COLUMNS} from ${FROM} where h.site_id = ${siteId} and h.session_id = ${sessionId} and ${position}`,
    key: { at: sql`h.created_utc`, id: sql`h.id` },
    at: 'created_utc',
    order: 'oldest first',
    size: sql`octet_length(reason)`,
  });
}

function selected(siteId: bigint, { since, status, sessionId }: HandoffSelection): Statement {
  const conditions = [sql`h.site_id = ${siteId}`];
  if (since !== undefined) conditions.push(sql`h.created_utc >= ${since}::timestamptz`);
  if (status !== undefined) conditions.push(sql`h.status = ${status}`);
  if (sessionId !== undefined) conditions.push(sql`h.session_id = ${sessionId}`);
  return joinSql(conditions, ' and ');
}
