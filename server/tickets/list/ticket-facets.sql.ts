import type { Facets } from '#contract/tickets.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import {
  baseCondition,
  facetConditions,
  HAS_NO_REPLY,
  isSnoozed,
  isStale,
  IS_UNANSWERED,
  type FacetConditions,
} from './ticket-conditions.sql.ts';
import type { TicketSelection } from './ticket-selection.ts';
import { ticketKinds } from '#server/tickets/ticket-counters.ts';
import { isOfKinds } from './ticket-totals.sql.ts';
import type { Viewpoint } from './ticket-viewpoint.ts';

type FacetName = keyof FacetConditions;

/**
 * Counts of every facet value under the other filters: tickets are grouped by all facets at once, and each facet sums
 * those groups that the other conditions let through.
 */
export async function countFacets(db: Db, selection: TicketSelection, view: Viewpoint): Promise<Facets> {
  const conditions = groupConditions(selection, view.now);
  // The unassigned, one's own, the snoozed and the stale are one facet of their own, the folders; a folder that is a
  // state or a priority replaces that filter as well.
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
    union all ${folder('needs_first_reply', sql`t.status = 'open' and t.has_no_reply`, others(conditions, [...byFolder, 'status', 'firstReply']))}
    union all ${folder('urgent', sql`t.priority_rank = 0`, others(conditions, [...byFolder, 'priority']))}
    union all ${folder('pending', sql`t.status = 'pending'`, others(conditions, [...byFolder, 'status']))}
    union all ${folder('snoozed', sql`t.is_snoozed`, others(conditions, byFolder))}
    union all ${folder('stale', sql`t.is_stale`, others(conditions, byFolder))}`);
  const facets: Facets = {
    status: { open: 0, pending: 0, resolved: 0, closed: 0 },
    priority: { urgent: 0, high: 0, normal: 0, low: 0 },
    channel: {},
    assignee: { none: 0 },
    folder: { needs_first_reply: 0, urgent: 0, unassigned: 0, pending: 0, snoozed: 0, stale: 0, mine: 0 },
  };
  for (const { facet, value, total } of rows) Object.assign(facets[facet], { [value]: total });
  return facets;
}

/** The tickets `t` by all facets at once. */
function countedGroups(selection: TicketSelection, view: Viewpoint): Statement {
  const base = baseCondition(selection, view);
  // All that is counted under this filter lies in it, the folder of those without a reply too: it can be read by its index.
  const where = selection.firstReply === 'none' ? sql`${base} and ${HAS_NO_REPLY}` : base;
  return sql`t as materialized (
      select t.status, t.priority, t.priority_rank, t.channel, t.assignee_agent_id, ${isSnoozed(view.now)} as is_snoozed,
        ${isStale(view.now)} as is_stale, ${HAS_NO_REPLY} as has_no_reply, count(*) as n
      from ticket t where ${where} group by 1, 2, 3, 4, 5, 6, 7, 8
    )`;
}

/**
 * The same of all tickets of the site: of those neither snoozed nor open or pending without a reply, the tally knows
 * how many.
 */
function talliedGroups({ siteId, now }: Viewpoint): Statement {
  return sql`marked as materialized (
      select t.status, t.priority, t.priority_rank, t.channel, t.assignee_agent_id, ${isSnoozed(now)} as is_snoozed,
        ${isStale(now)} as is_stale, ${HAS_NO_REPLY} as has_no_reply, count(*) as n
      from ticket t where t.site_id = ${siteId} and (${isSnoozed(now)} or ${IS_UNANSWERED}) group by 1, 2, 3, 4, 5, 6, 7, 8
    ), t as materialized (
      select * from marked
      union all select m.status, m.priority, m.priority_rank, m.channel, m.assignee_agent_id, false, false, false, -m.n from marked m
      union all select t.status, t.priority, t.priority_rank, t.channel, t.assignee_agent_id, false, false, false, t.n
        from ${ticketKinds(siteId)}
    )`;
}

/** The conditions once more, for groups of tickets, where being snoozed or stale is a column already. */
function groupConditions(selection: TicketSelection, now: Date): FacetConditions {
  return {
    ...facetConditions(selection, now),
    ...(selection.snoozed ? { snoozed: sql`t.is_snoozed` } : {}),
    ...(selection.stale ? { stale: sql`t.is_stale` } : {}),
    ...(selection.firstReply === null
      ? {}
      : { firstReply: selection.firstReply === 'none' ? sql`t.has_no_reply` : sql`not t.has_no_reply` }),
  };
}

function others(conditions: FacetConditions, own: readonly FacetName[]): Statement {
  const names: readonly FacetName[] = ['status', 'priority', 'channel', 'assignee', 'snoozed', 'stale', 'firstReply'];
  const parts = names.flatMap((name) => (own.includes(name) ? [] : (conditions[name] ?? [])));
  return parts.length === 0 ? sql`true` : joinSql(parts, ' and ');
}

/** Names of channels are anybody's: a site that makes one for each ticket gets the most used of them. */
const MAX_VALUES = 1_000;

function sums(facet: keyof Facets, value: Statement, where: Statement): Statement {
  return sql`(select ${facet}::text as facet, ${value} as value, sum(t.n)::integer as total from t where ${where} group by 2 having sum(t.n) <> 0
    order by 3 desc, (${value}) collate "C" limit ${MAX_VALUES})`;
}

function folder(name: keyof Facets['folder'], isIn: Statement, where: Statement): Statement {
  return sql`(select 'folder'::text as facet, ${name}::text as value, coalesce(sum(t.n), 0)::integer as total from t
    where ${where} and ${isIn})`;
}
