import type { CsatSplit } from '#contract/csat-reports.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import { SPLIT_KEYS, whereAnswer, type AnswerFilter } from './answer-filter.sql.ts';

// Counts answers one by one, for filters that no tally has.

/** Answers of each score. */
export interface CountRow {
  readonly n0: number;
  readonly n1: number;
  readonly n2: number;
  readonly n3: number;
  readonly n4: number;
  readonly n5: number;
}

export type PlacedRow = CountRow & { readonly place: number };

export interface SplitCountRow extends CountRow {
  readonly split: CsatSplit;
  readonly key: string;
}

const COUNTS = sql`count(*) filter (where c.score = 0)::integer as n0, count(*) filter (where c.score = 1)::integer as n1,
  count(*) filter (where c.score = 2)::integer as n2, count(*) filter (where c.score = 3)::integer as n3,
  count(*) filter (where c.score = 4)::integer as n4, count(*) filter (where c.score = 5)::integer as n5`;

/** The counts of a single answer. */
export const ONE_ANSWER = sql`(c.score = 0)::integer as n0, (c.score = 1)::integer as n1, (c.score = 2)::integer as n2,
  (c.score = 3)::integer as n3, (c.score = 4)::integer as n4, (c.score = 5)::integer as n5`;

/** The answers of a slice by the index of the cut before them. */
export async function countEach(
  db: Db,
  siteId: bigint,
  slice: Slice,
  { cuts, filter }: { readonly cuts: readonly Date[]; readonly filter: AnswerFilter },
): Promise<PlacedRow[]> {
  return db.query<PlacedRow>(sql`
    select ${placeOf(sql`c.created_utc`, cuts)} as place, ${COUNTS}
    from csat_response c where ${whereAnswer(siteId, filter)} and ${within(slice)} group by 1`);
}

/** The answers of a slice by each value of some splits. */
export async function countEachSplit(
  db: Db,
  siteId: bigint,
  slice: Slice,
  { filter, splits }: { readonly filter: AnswerFilter; readonly splits: readonly CsatSplit[] },
): Promise<SplitCountRow[]> {
  return db.query<SplitCountRow>(sql`
    select v.split, v.key, ${COUNTS} from csat_response c cross join lateral (values ${splitValues(splits)}) v (split, key)
    where ${whereAnswer(siteId, filter)} and ${within(slice)} group by 1, 2`);
}

/** The rows of a `values` with each split and the answer's key in it. */
export function splitValues(splits: readonly CsatSplit[]): Statement {
  return joinSql(
    splits.map((split) => sql`(${split}::text, ${SPLIT_KEYS[split]})`),
    ', ',
  );
}

/** The index of the last cut before an instant. */
export function placeOf(at: Statement, cuts: readonly Date[]): Statement {
  return sql`width_bucket(${at}, ${cuts.map((cut) => cut.toISOString())}::timestamptz[]) - 1`;
}

/** A range of time with few enough answers for one statement. */
export interface Slice {
  readonly from: Date;
  readonly to: Date;
}

export function within({ from, to }: Slice): Statement {
  return sql`c.created_utc >= ${from.toISOString()}::timestamptz and c.created_utc < ${to.toISOString()}::timestamptz`;
}

/** The names of agents by their ids. */
export async function findAgentNames(db: Db, siteId: bigint, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: string; name: string }>(sql`
    select id::text as id, name from agent where site_id = ${siteId} and id = any(${ids}::bigint[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
