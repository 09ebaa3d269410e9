import type { Facets } from '#contract/tickets.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import {
  baseCondition,
  facetConditions,
  isSnoozed,
  isStale,
  type FacetConditions,
  type Viewpoint,
} from './ticket-conditions.sql.ts';
import type { TicketSelection } from './ticket-selection.ts';
import { isOfKinds } from './ticket-tally.sql.ts';

type FacetName = keyof FacetConditions;

/**
 * Counts of every facet value under the other filters: tickets are grouped by all facets at once, and each facet sums
 * those groups that the other conditions let through.
 */
export async function countFacets(db: Db, selection: TicketSelection, view: Viewpoint): Promise<Facets> {
  const conditions = groupConditions(selection, view.now);
  // The unassigned, one's own, the snoozed and the stale are one facet of their own, the folders.
  const folderByAgent = selection.assignee === 'none' || (view.agentId !== null && selection.assignee === view.agentId);
  const folders: readonly FacetName[] = ['snoozed', 'stale'];
  const byFolder = folderByAgent ? [...folders, 'assignee' as const] : folders;
  const isMine = view.agentId === null ? sql`false` : sql`t.assignee_agent_id = ${view.agentId}`;
  const rows = await db.query<{ facet: keyof Facets; value: string; total: number }>(sql`
    with ${isOfKinds(selection) ? talliedGroups(view) : countedGroups(selection, view)}
    ${sums('status', sql`t.status`, others(conditions, ['status']))}
    union all ${sums('priority', sql`t.priority`, others(conditions, ['priority']))}
    union all ${sums('channel', sql`t.channel`, others(conditions, ['channel']))}
    union all ${sums('assignee', sql`coalesce(t.assignee_agent_id::text, 'none')`, others(conditions, ['assignee']))}
    union all ${folder('unassigned', sql`t.assignee_agent_id is null`, others(conditions, [...folders, 'assignee']))}
    union all ${folder('mine', isMine, others(conditions, [...folders, 'assignee']))}
    union all ${folder('snoozed', sql`t.is_snoozed`, others(conditions, byFolder))}
    union all ${folder('stale', sql`t.is_stale`, others(conditions, byFolder))}`);
  const facets: Facets = {
    status: { open: 0, pending: 0, resolved: 0, closed: 0 },
    priority: { urgent: 0, high: 0, normal: 0, low: 0 },
    channel: {},
    assignee: { none: 0 },
    folder: { unassigned: 0, snoozed: 0, stale: 0, mine: 0 },
  };
  for (const { facet, value, total } of rows) Object.assign(facets[facet], { [value]: total });
  return facets;
}

/** The tickets `t` by all facets at once. */
function countedGroups(selection: TicketSelection, view: Viewpoint): Statement {
  return sql`t as materialized (
      select t.status, t.priority, t.priority_rank, t.channel, t.assignee_agent_id, ${isSnoozed(view.now)} as is_snoozed,
        ${isStale(view.now)} as is_stale, count(*) as n
      from ticket t where ${baseCondition(selection, view)} group by 1, 2, 3, 4, 5, 6, 7
    )`;
}

/** The same of all tickets of the site: of those that are neither snoozed nor stale, the tally knows how many. */
function talliedGroups({ siteId, now }: Viewpoint): Statement {
  return sql`marked as materialized (
      select t.status, t.priority, t.priority_rank, t.channel, t.assignee_agent_id, ${isSnoozed(now)} as is_snoozed,
        ${isStale(now)} as is_stale, count(*) as n
      from ticket t where t.site_id = ${siteId} and (${isSnoozed(now)} or ${isStale(now)}) group by 1, 2, 3, 4, 5, 6, 7
    ), t as materialized (
      select * from marked
      union all select m.status, m.priority, m.priority_rank, m.channel, m.assignee_agent_id, false, false, -m.n from marked m
      union all select t.status, t.priority, t.priority_rank, t.channel, t.assignee_agent_id, false, false, t.n
        from ticket_tally t where t.site_id = ${siteId}
    )`;
}

/** The conditions once more, for groups of tickets, where being snoozed or stale is a column already. */
function groupConditions(selection: TicketSelection, now: Date): FacetConditions {
  return {
    ...facetConditions(selection, now),
    ...(selection.snoozed ? { snoozed: sql`t.is_snoozed` } : {}),
    ...(selection.stale ? { stale: sql`t.is_stale` } : {}),
  };
}

function others(conditions: FacetConditions, own: readonly FacetName[]): Statement {
  const names: readonly FacetName[] = ['status', 'priority', 'channel', 'assignee', 'snoozed', 'stale'];
  const parts = names.flatMap((name) => (own.includes(name) ? [] : (conditions[name] ?? [])));
  return parts.length === 0 ? sql`true` : joinSql(parts, ' and ');
}

function sums(facet: keyof Facets, value: Statement, where: Statement): Statement {
  return sql`(select ${facet}::text as facet, ${value} as value, sum(t.n)::integer as total from t where ${where} group by 2 having sum(t.n) <> 0)`;
}

function folder(name: keyof Facets['folder'], isIn: Statement, where: Statement): Statement {
  return sql`(select 'folder'::text as facet, ${name}::text as value, coalesce(sum(t.n), 0)::integer as total from t
    where ${where} and ${isIn})`;
}
