import type { CsatSplit } from '#contract/csat-reports.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import { SPLIT_KEYS, whereAnswer, type AnswerFilter } from './answer-filter.sql.ts';

/** Answers of each score. */
export interface CountRow {
  readonly n0: number;
  readonly n1: number;
  readonly n2: number;
  readonly n3: number;
  readonly n4: number;
  readonly n5: number;
}

const COUNTS = sql`count(*) filter (where c.score = 0)::integer as n0, count(*) filter (where c.score = 1)::integer as n1,
  count(*) filter (where c.score = 2)::integer as n2, count(*) filter (where c.score = 3)::integer as n3,
  count(*) filter (where c.score = 4)::integer as n4, count(*) filter (where c.score = 5)::integer as n5`;

/** How many answers there are between each two instants, by the place of the first; without those of none. */
export async function countAnswers(
  db: Db,
  siteId: bigint,
  cuts: readonly Date[],
  filter: AnswerFilter,
): Promise<(CountRow & { readonly place: number })[]> {
  return db.query<CountRow & { place: number }>(sql`
    select width_bucket(c.created_utc, ${isoList(cuts)}::timestamptz[]) - 1 as place, ${COUNTS}
    from csat_response c where ${whereAnswer(siteId, filter)} and ${between(cuts)} group by 1`);
}

export interface SplitCountRow extends CountRow {
  readonly split: CsatSplit;
  readonly key: string;
  /** Of an agent. */
  readonly name: string | null;
}

/** How many answers there are of each value of some splits. */
export async function countSplits(
  db: Db,
  siteId: bigint,
  cuts: readonly Date[],
  { filter, splits }: { readonly filter: AnswerFilter; readonly splits: readonly CsatSplit[] },
): Promise<SplitCountRow[]> {
  const values = joinSql(
    splits.map((split) => sql`(${split}::text, ${SPLIT_KEYS[split]})`),
    ', ',
  );
  return db.query<SplitCountRow>(sql`
    select s.*, a.name from (
      select v.split, v.key, ${COUNTS} from csat_response c cross join lateral (values ${values}) v (split, key)
      where ${whereAnswer(siteId, filter)} and ${between(cuts)} and v.key is not null group by 1, 2
    ) s
    left join agent a on a.site_id = ${siteId}
      and a.id = case when s.split = 'agent' and s.key <> 'none' then s.key::bigint end`);
}

/** Tickets that were resolved between the first and the last instant, and how many of them have an answer. */
export async function countResolved(
  db: Db,
  siteId: bigint,
  cuts: readonly Date[],
): Promise<(ResolvedRow & { readonly place: number })[]> {
  return db.query<ResolvedRow & { place: number }>(sql`
    select width_bucket(t.resolved_utc, ${isoList(cuts)}::timestamptz[]) - 1 as place, count(*)::integer as resolved,
      count(c.id)::integer as answered
    from ticket t left join csat_response c on c.site_id = t.site_id and c.ticket_id = t.id
    where t.site_id = ${siteId} and t.resolved_utc >= ${first(cuts)}::timestamptz and t.resolved_utc < ${last(cuts)}::timestamptz
    group by 1`);
}

export interface ResolvedRow {
  readonly resolved: number;
  readonly answered: number;
}

function between(cuts: readonly Date[]): Statement {
  return sql`c.created_utc >= ${first(cuts)}::timestamptz and c.created_utc < ${last(cuts)}::timestamptz`;
}

function isoList(cuts: readonly Date[]): string[] {
  return cuts.map((cut) => cut.toISOString());
}

function first(cuts: readonly Date[]): string | undefined {
  return cuts[0]?.toISOString();
}

function last(cuts: readonly Date[]): string | undefined {
  return cuts.at(-1)?.toISOString();
}
