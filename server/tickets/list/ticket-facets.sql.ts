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
import { filtersCountedFieldsOnly } from './ticket-totals.sql.ts';
import type { SelectionContext } from './selection-context.ts';

type FacetName = keyof FacetConditions;

/**
 * Counts every facet value under the other filters: groups tickets by all facets at once, then each facet adds up the
 * groups that match the other conditions.
 */
export async function countFacets(db: Db, selection: TicketSelection, view: SelectionContext): Promise<Facets> {
  const conditions = groupConditions(selection, view.now);
  // The folders are one facet: opening another folder replaces the filters of unassigned, mine, snoozed and stale. A folder
  // that selects a status or priority replaces that filter too.
  const folderByAgent = selection.assignee === 'none' || (view.agentId !== null && selection.assignee === view.agentId);
  const folders: readonly FacetName[] = ['snoozed', 'stale'];
  const byFolder = folderByAgent ? [...folders, 'assignee' as const] : folders;
  const isMine = view.agentId === null ? sql`false` : sql`t.assignee_agent_id = ${view.agentId}`;
  const rows = await db.query<{ facet: keyof Facets; value: string; total: number }>(sql`
    with ${filtersCountedFieldsOnly(selection) ? groupsFromCounters(view) : groupsOfTickets(selection, view)}
    ${facetTotals('status', sql`t.status`, others(conditions, ['status']))}
    union all ${facetTotals('priority', sql`t.priority`, others(conditions, ['priority']))}
    union all ${facetTotals('channel', sql`t.channel`, others(conditions, ['channel']))}
    union all ${facetTotals('assignee', sql`coalesce(t.assignee_agent_id::text, 'none')`, others(conditions, ['assignee']))}
    union all ${folderTotal('unassigned', sql`t.assignee_agent_id is null`, others(conditions, [...folders, 'assignee']))}
    union all ${folderTotal('mine', isMine, others(conditions, [...folders, 'assignee']))}
    union all ${folderTotal('needs_first_reply', sql`t.status = 'open' and t.has_no_reply`, others(conditions, [...byFolder, 'status', 'firstReply']))}
    union all ${folderTotal('urgent', sql`t.priority_rank = 0`, others(conditions, [...byFolder, 'priority']))}
    union all ${folderTotal('pending', sql`t.status = 'pending'`, others(conditions, [...byFolder, 'status']))}
    union all ${folderTotal('snoozed', sql`t.is_snoozed`, others(conditions, byFolder))}
    union all ${folderTotal('stale', sql`t.is_stale`, others(conditions, byFolder))}`);
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

/** The tickets as a table `t`, grouped by all facets at once. */
function groupsOfTickets(selection: TicketSelection, view: SelectionContext): Statement {
  const base = baseCondition(selection, view);
  // With this filter every count is of tickets without a reply, so their index can be used.
  const where = selection.firstReply === 'none' ? sql`${base} and ${HAS_NO_REPLY}` : base;
  return sql`t as materialized (
      select t.status, t.priority, t.priority_rank, t.channel, t.assignee_agent_id, ${isSnoozed(view.now)} as is_snoozed,
        ${isStale(view.now)} as is_stale, ${HAS_NO_REPLY} as has_no_reply, count(*) as n
      from ticket t where ${where} group by 1, 2, 3, 4, 5, 6, 7, 8
    )`;
}

/**
 * As `groupsOfTickets` for all tickets of the site: reads only tickets that are snoozed or unanswered; the counters have
 * the others.
 */
function groupsFromCounters({ siteId, now }: SelectionContext): Statement {
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

/** The conditions on groups, in which snoozed, stale and unanswered are columns. */
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

/** Limit of values per facet, the most used first: API clients choose channel names freely. */
const MAX_VALUES = 1_000;

function facetTotals(facet: keyof Facets, value: Statement, where: Statement): Statement {
  return sql`(select ${facet}::text as facet, ${value} as value, sum(t.n)::integer as total from t where ${where} group by 2 having sum(t.n) <> 0
    order by 3 desc, (${value}) collate "C" limit ${MAX_VALUES})`;
}

function folderTotal(name: keyof Facets['folder'], isIn: Statement, where: Statement): Statement {
  return sql`(select 'folder'::text as facet, ${name}::text as value, coalesce(sum(t.n), 0)::integer as total from t
    where ${where} and ${isIn})`;
}
