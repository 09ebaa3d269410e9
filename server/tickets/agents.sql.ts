import { sql, type Db, type Statement } from '#server/db/db.ts';
import { ticketKinds } from './ticket-counters.ts';
import type { Author } from '#server/operation/call.ts';

export interface AgentRow {
  readonly id: string;
  readonly name: string;
  readonly is_me: boolean;
  readonly open_tickets: number;
  readonly created_utc: string;
}

/** By name, each with the number of open tickets. */
export async function findAgents(
  db: Db,
  siteId: bigint,
  page: { readonly limit: number; readonly skip: number; readonly me: bigint | null },
): Promise<AgentRow[]> {
  return db.query<AgentRow>(sql`
    select a.id::text as id, a.name, coalesce(a.id = ${page.me}::bigint, false) as is_me,
      coalesce(n.open_tickets, 0)::integer as open_tickets, a.created_utc
    from (select * from agent where site_id = ${siteId} order by name_key, id limit ${page.limit} offset ${page.skip}) a
    left join (
      select t.assignee_agent_id, sum(t.n) as open_tickets from ${ticketKinds(siteId)} where t.status = 'open' group by 1
    ) n on n.assignee_agent_id = a.id
    order by a.name_key, a.id`);
}

export async function countAgents(db: Db, siteId: bigint): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from agent where site_id = ${siteId}`,
  );
  return row?.total ?? 0;
}

export async function getAgent(
  db: Db,
  siteId: bigint,
  agentId: bigint,
): Promise<{ id: bigint; name: string } | undefined> {
  const [row] = await db.query<{ id: bigint; name: string }>(
    sql`select id, name from agent where site_id = ${siteId} and id = ${agentId}`,
  );
  return row;
}

/** One person has one name, whichever token they use: that of the agent, else the token's. */
export function authorName(siteId: bigint, { agentId, label }: Author): Statement {
  if (agentId === null) return sql`${label}`;
  return sql`coalesce((select a.name from agent a where a.site_id = ${siteId} and a.id = ${agentId}), ${label})`;
}

export async function insertAgent(db: Db, siteId: bigint, name: string, now: Date): Promise<bigint> {
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into agent (site_id, id, name, created_utc)
    values (${siteId}, next_id(${siteId}), ${name}, ${now.toISOString()}) returning id`);
  if (row === undefined) throw new Error('the new agent was not answered');
  return row.id;
}
