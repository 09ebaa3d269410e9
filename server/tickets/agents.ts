import type { listAgents as ListAgents } from '#contract/tickets.ts';
import type { Handler, SiteRef, Author } from '#server/operation/call.ts';
import { type AuditContext, recordAudit } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db, sql, type Statement } from '#server/db/db.ts';
import { totalCount } from '#server/operation/total-count.ts';
import { ticketKinds } from './ticket-counters.ts';

/** GET agents, by name. See docs/api.md, "Agents". */
export const listAgents: Handler<typeof ListAgents> = async ({ db, site, token, query }) => {
  const items = await findAgents(db, site.id, { ...query, me: token.agentId });
  return { items, total_count: await totalCount(items, query, () => countAgents(db, site.id)) };
};

/** Creates an agent and returns its id. */
export async function createAgent(
  db: Db,
  site: SiteRef,
  agent: { readonly name: string },
  context: AuditContext,
): Promise<bigint> {
  return db.transaction(async (db) => {
    const id = await insertAgent(db, site.id, agent.name, context.now);
    await recordAudit(
      db,
      site,
      { action: 'agent.create', objectType: 'agent', objectId: id.toString(), changes: [] },
      context,
    );
    return id;
  }, FEW_IDS);
}

/** The agents with exactly these names, the oldest where several have one; creates those that are missing. Call inside a transaction. */
export async function findOrCreateAgents(
  db: Db,
  site: SiteRef,
  names: readonly string[],
  context: AuditContext,
): Promise<Map<string, bigint>> {
  const rows = await db.query<{ id: bigint; name: string }>(sql`
    select distinct on (a.name) a.id, a.name from agent a
    where a.site_id = ${site.id} and a.name = any(${names}::text[]) order by a.name, a.id`);
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  for (const name of names) {
    if (!ids.has(name)) ids.set(name, await createAgent(db, site, { name }, context));
  }
  return ids;
}

export async function hasAgent(db: Db, site: SiteRef, agentId: bigint): Promise<boolean> {
  return (await getAgent(db, site.id, agentId)) !== undefined;
}

interface AgentRow {
  readonly id: string;
  readonly name: string;
  readonly is_me: boolean;
  readonly open_tickets: number;
  readonly created_utc: string;
}

/** A page of agents by name, each with its number of open tickets. */
async function findAgents(
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

async function countAgents(db: Db, siteId: bigint): Promise<number> {
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

/** The author's name in SQL: the agent's, or the token's label if the token belongs to no agent. */
export function authorName(siteId: bigint, { agentId, label }: Author): Statement {
  if (agentId === null) return sql`${label}`;
  return sql`coalesce((select a.name from agent a where a.site_id = ${siteId} and a.id = ${agentId}), ${label})`;
}

async function insertAgent(db: Db, siteId: bigint, name: string, now: Date): Promise<bigint> {
  const id = await db.takeIds(siteId, 1);
  await db.query(sql`
    insert into agent (site_id, id, name, created_utc) values (${siteId}, ${id}, ${name}, ${now.toISOString()})`);
  return id;
}
