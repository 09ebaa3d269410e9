import type { listCsatSplits } from '#contract/csat-reports.ts';
import type { Query } from '#contract/operation.ts';
import { joinSql, sql, type Statement } from '#server/db/db.ts';

/** Filters answers by their tickets; an absent filter matches all. */
export type AnswerFilter = Pick<
  Query<typeof listCsatSplits>,
  'priority' | 'channel' | 'agent' | 'first_reply' | 'within_hours' | 'ai'
>;

/** A range of time; `to` is exclusive. */
export interface Slice {
  readonly from: Date;
  readonly to: Date;
}

/** As a condition on `csat_response c`. */
export function whereAnswer(siteId: bigint, { from, to }: Slice, filter: AnswerFilter): Statement {
  const conditions = [
    sql`c.site_id = ${siteId}`,
    sql`c.created_utc >= ${from.toISOString()}::timestamptz`,
    sql`c.created_utc < ${to.toISOString()}::timestamptz`,
  ];
  if (filter.priority !== undefined) conditions.push(sql`c.priority = ${filter.priority}`);
  if (filter.channel !== undefined) conditions.push(sql`c.channel = ${filter.channel}`);
  if (filter.agent === 'none') conditions.push(sql`c.assignee_agent_id is null`);
  else if (filter.agent !== undefined) conditions.push(sql`c.assignee_agent_id = ${filter.agent}::bigint`);
  if (filter.first_reply !== undefined) conditions.push(sql`c.first_reply = ${filter.first_reply}`);
  if (filter.within_hours !== undefined) conditions.push(sql`c.within_hours = ${filter.within_hours}`);
  if (filter.ai !== undefined) conditions.push(sql`c.handled_by = ${filter.ai}`);
  return joinSql(conditions, ' and ');
}
