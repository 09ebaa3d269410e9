import type { BindRowResult } from '#contract/bind-jobs.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';

export interface RowsPage {
  readonly outcome: BindRowResult['outcome'] | undefined;
  readonly limit: number;
  readonly skip: number;
}

interface Counted {
  readonly items: BindRowResult[];
  readonly total_count: number;
}

/**
 * A page of the rows of an import, in the order of the file. The rows lie in lists, of which only those are opened that
 * the page has rows of: lists that share no line are counted past as a whole.
 */
export async function findRows(
  db: Db,
  siteId: bigint,
  firstId: bigint,
  { outcome, limit, skip }: RowsPage,
): Promise<Counted> {
  const matching =
    outcome === undefined ? sql`cardinality(p.lines)` : sql`cardinality(array_positions(p.outcomes, ${outcome}::text))`;
  const counted = sql`
    with lists as (
      select p.job_id, p.id, p.first_line, p.last_line, ${matching} as matching
      from bind_job j join bind_job_part p on p.site_id = j.site_id and p.job_id = j.id
      where j.site_id = ${siteId} and j.first_id = ${firstId}
    ), marked as (
      select *, case when first_line <= max(last_line) over (
        order by first_line, id rows between unbounded preceding and 1 preceding) then 0 else 1 end as begins
      from lists
    ), numbered as (
      select *, sum(begins) over (order by first_line, id) as run from marked
    ), runs as (
      select run, sum(matching)::integer as matching, sum(sum(matching)) over (order by run)::integer as until
      from numbered group by run
    )`;
  const [total] = await db.query<{ total: number }>(sql`
    ${counted} select coalesce(sum(matching), 0)::integer as total from runs`);
  const items = await db.query<BindRowResult>(sql`
    ${counted}, wanted as (
      select * from runs where matching > 0 and until > ${skip}::bigint and until - matching < ${skip + limit}::bigint
    )
    select u.line, u.outcome, u.code, u.identity_id from wanted w
    join numbered n on n.run = w.run
    join bind_job_part p on p.site_id = ${siteId} and p.job_id = n.job_id and p.id = n.id
    cross join lateral unnest(p.lines, p.outcomes, p.codes, p.identity_ids) as u (line, outcome, code, identity_id)
    ${where(outcome)}
    order by u.line limit ${limit}
    offset ${skip}::bigint - (select coalesce(min(until - matching), ${skip}::bigint) from wanted)`);
  return { items, total_count: total?.total ?? 0 };
}

function where(outcome: string | undefined): Statement {
  return outcome === undefined ? sql`` : sql`where u.outcome = ${outcome}`;
}
