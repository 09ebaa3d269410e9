import type { CsatSplit } from '#contract/csat-reports.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { whereAnswer, type AnswerFilter } from './answer-filter.sql.ts';
import { ONE_ANSWER, placeOf, splitValues, type PlacedRow, type Slice, type SplitCountRow } from './count-each.sql.ts';
import { segmentsOf, type Range, type Segment } from './segments.ts';

// Counts answers by their tally, and one by one only where a cut falls within a slot.

const SUMS = sql`sum(n0)::integer as n0, sum(n1)::integer as n1, sum(n2)::integer as n2, sum(n3)::integer as n3,
  sum(n4)::integer as n4, sum(n5)::integer as n5`;

/** The answers of a part of the tally by the index of the cut before them. */
export async function countTallied(
  db: Db,
  siteId: bigint,
  cuts: readonly Date[],
  part: { readonly split: string; readonly key: string; readonly filter: AnswerFilter },
): Promise<PlacedRow[]> {
  const { tallied, rest } = segmentsOf(cuts, 'hour');
  return db.query<PlacedRow>(sql`
    select place, ${SUMS} from (
      select ${placeOf(sql`t.start_utc`, cuts)} as place, t.* from ${segments(tallied)} cross join lateral (
        select t.start_utc, n0, n1, n2, n3, n4, n5 from csat_tally t
        where t.site_id = ${siteId} and t.split = ${part.split} and t.key = ${part.key} and t.slot = s.slot
          and t.start_utc >= s.from_utc and t.start_utc < s.to_utc offset 0) t
      union all
      select ${placeOf(sql`c.created_utc`, cuts)}, c.created_utc, ${ONE_ANSWER} from ${ranges(rest)} cross join lateral (
        select c.created_utc, c.score from csat_response c
        where ${whereAnswer(siteId, part.filter)} and c.created_utc >= r.from_utc and c.created_utc < r.to_utc offset 0) c
    ) t group by 1`);
}

/** The same by review state. */
export async function countTalliedReviews(
  db: Db,
  siteId: bigint,
  cuts: readonly Date[],
): Promise<(PlacedRow & { readonly review: string })[]> {
  const { tallied, rest } = segmentsOf(cuts, 'day');
  return db.query<PlacedRow & { review: string }>(sql`
    select place, review, ${SUMS} from (
      select ${placeOf(sql`t.start_utc`, cuts)} as place, t.* from ${segments(tallied)} cross join lateral (
        select t.start_utc, t.key as review, n0, n1, n2, n3, n4, n5 from csat_tally t
        where t.site_id = ${siteId} and t.split = 'review' and t.slot = 'day'
          and t.start_utc >= s.from_utc and t.start_utc < s.to_utc offset 0) t
      union all
      select ${placeOf(sql`c.created_utc`, cuts)}, c.created_utc, c.review, ${ONE_ANSWER}
      from ${ranges(rest)} cross join lateral (
        select c.created_utc, c.review, c.score from csat_response c
        where c.site_id = ${siteId} and c.created_utc >= r.from_utc and c.created_utc < r.to_utc offset 0) c
    ) t group by 1, 2`);
}

/** The answers of a slice by each value of some splits. */
export async function countTalliedSplits(
  db: Db,
  siteId: bigint,
  { from, to }: Slice,
  splits: readonly CsatSplit[],
): Promise<SplitCountRow[]> {
  const { tallied, rest } = segmentsOf([from, to], 'day');
  return db.query<SplitCountRow>(sql`
    select split, key, ${SUMS} from (
      select t.* from ${segments(tallied)} cross join lateral (
        select t.split, t.key, n0, n1, n2, n3, n4, n5 from csat_tally t
        where t.site_id = ${siteId} and t.split = any(${splits}::text[]) and t.slot = 'day'
          and t.start_utc >= s.from_utc and t.start_utc < s.to_utc offset 0) t
      union all
      select v.split, v.key, ${ONE_ANSWER} from ${ranges(rest)} cross join lateral (
        select c.* from csat_response c
        where c.site_id = ${siteId} and c.created_utc >= r.from_utc and c.created_utc < r.to_utc offset 0) c
      cross join lateral (values ${splitValues(splits)}) v (split, key)
    ) t group by 1, 2 having sum(n0 + n1 + n2 + n3 + n4 + n5) <> 0`);
}

export interface ResolvedRow {
  readonly place: number;
  readonly resolved: number;
  /** The number of these that have an answer. */
  readonly answered: number;
}

/** Resolved tickets by the index of the cut before them. Every zone's offset is a multiple of a quarter of an hour. */
export async function countResolved(db: Db, siteId: bigint, cuts: readonly Date[]): Promise<ResolvedRow[]> {
  const { tallied } = segmentsOf(cuts, 'quarter');
  return db.query<ResolvedRow>(sql`
    select ${placeOf(sql`start_utc`, cuts)} as place, sum(resolved)::integer as resolved,
      sum(answered)::integer as answered
    from (
      select t.* from ${segments(tallied)} cross join lateral (
        select t.start_utc, t.n as resolved, 0 as answered from resolved_tally t
        where t.site_id = ${siteId} and t.slot = s.slot and t.start_utc >= s.from_utc and t.start_utc < s.to_utc offset 0) t
      union all
      select t.* from ${segments(tallied)} cross join lateral (
        select t.start_utc, 0, n0 + n1 + n2 + n3 + n4 + n5 from csat_tally t
        where t.site_id = ${siteId} and t.split = 'resolved' and t.key = '' and t.slot = s.slot
          and t.start_utc >= s.from_utc and t.start_utc < s.to_utc offset 0) t
    ) t group by 1`);
}

/** How many answers each UTC day has, oldest first, without empty days. */
export async function findDayTotals(
  db: Db,
  siteId: bigint,
  { from, to }: Slice,
): Promise<{ readonly start_utc: string; readonly total: number }[]> {
  return db.query<{ start_utc: string; total: number }>(sql`
    select t.start_utc, sum(n0 + n1 + n2 + n3 + n4 + n5)::integer as total from csat_tally t
    where t.site_id = ${siteId} and t.split = 'all' and t.key = '' and t.slot = 'day'
      and t.start_utc >= date_trunc('day', ${from.toISOString()}::timestamptz, 'UTC')
      and t.start_utc < ${to.toISOString()}::timestamptz
    group by 1 order by 1`);
}

function segments(list: readonly Segment[]): Statement {
  return sql`unnest(${list.map(({ slot }) => slot)}::text[], ${list.map(({ from }) => iso(from))}::timestamptz[],
    ${list.map(({ to }) => iso(to))}::timestamptz[]) s (slot, from_utc, to_utc)`;
}

function ranges(list: readonly Range[]): Statement {
  return sql`unnest(${list.map(({ from }) => iso(from))}::timestamptz[], ${list.map(({ to }) => iso(to))}::timestamptz[]) r (from_utc, to_utc)`;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
