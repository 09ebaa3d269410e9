import { CSAT_SPLITS, type CsatSplit, type listCsatSplits } from '#contract/csat-reports.ts';
import type { Query } from '#contract/operation.ts';
import { joinSql, sql, type Statement } from '#server/db/db.ts';

/** Filters answers by their tickets; an absent filter matches all. */
export type AnswerFilter = Pick<
  Query<typeof listCsatSplits>,
  'priority' | 'channel' | 'agent' | 'first_reply' | 'within_hours' | 'ai'
>;

/** The value of each split, as in its filter. */
export const SPLIT_KEYS: Readonly<Record<CsatSplit, Statement>> = {
  priority: sql`c.priority`,
  channel: sql`c.channel`,
  agent: sql`coalesce(c.assignee_agent_id::text, 'none')`,
  first_reply: sql`c.first_reply`,
  within_hours: sql`c.within_hours`,
  ai: sql`c.handled_by`,
};

/** As a condition on `csat_response c`. */
export function whereAnswer(siteId: bigint, filter: AnswerFilter): Statement {
  const conditions = [sql`c.site_id = ${siteId}`];
  if (filter.priority !== undefined) conditions.push(sql`c.priority = ${filter.priority}`);
  if (filter.channel !== undefined) conditions.push(sql`c.channel = ${filter.channel}`);
  if (filter.agent === 'none') conditions.push(sql`c.assignee_agent_id is null`);
  else if (filter.agent !== undefined) conditions.push(sql`c.assignee_agent_id = ${filter.agent}::bigint`);
  if (filter.first_reply !== undefined) conditions.push(sql`c.first_reply = ${filter.first_reply}`);
  if (filter.within_hours !== undefined) conditions.push(sql`c.within_hours = ${filter.within_hours}`);
  if (filter.ai !== undefined) conditions.push(sql`c.handled_by = ${filter.ai}`);
  return joinSql(conditions, ' and ');
}

/** The part of the tally with exactly the answers of a filter (all, or one value); null if there is none. */
export function talliedPart(filter: AnswerFilter): { readonly split: 'all' | CsatSplit; readonly key: string } | null {
  const given = CSAT_SPLITS.flatMap((split) => {
    const key = filter[split];
    return key === undefined ? [] : [{ split, key }];
  });
  return given.length > 1 ? null : (given[0] ?? { split: 'all', key: '' });
}
