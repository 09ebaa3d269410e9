import type { CsatSplit } from '#contract/csat-reports.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import { whereAnswer, type AnswerFilter, type Slice } from './answer-filter.sql.ts';
import { countScores, type ScoreCounts } from './score.ts';

interface ScoreRow {
  readonly score: number;
  readonly total: number;
}

export async function countAnswers(
  db: Db,
  siteId: bigint,
  window: Slice,
  filter: AnswerFilter = {},
): Promise<ScoreCounts> {
  const rows = await db.query<ScoreRow>(sql`
    select c.score, count(*)::integer as total from csat_response c where ${whereAnswer(siteId, window, filter)} group by 1`);
  return countScores(rows);
}

/**
 * Counts the answers of each day.
 * @param starts when each day begins, and when the last one ends
 */
export async function countDays(
  db: Db,
  siteId: bigint,
  starts: readonly Date[],
  filter: AnswerFilter = {},
): Promise<ScoreCounts[]> {
  const [from, to] = [starts[0], starts.at(-1)];
  if (from === undefined || to === undefined) throw new Error('a window has two ends');
  const rows = await db.query<ScoreRow & { day: number }>(sql`
    select width_bucket(c.created_utc, ${starts.map((start) => start.toISOString())}::timestamptz[]) as day, c.score,
      count(*)::integer as total
    from csat_response c where ${whereAnswer(siteId, { from, to }, filter)} group by 1, 2`);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return starts.slice(1).map((_, index) => countScores(byDay.get(index + 1) ?? []));
}

/** The column of each split. */
const SPLIT_COLUMNS: Readonly<Record<CsatSplit, Statement>> = {
  priority: sql`c.priority`,
  channel: sql`c.channel`,
  agent: sql`c.assignee_agent_id`,
  first_reply: sql`c.first_reply`,
  within_hours: sql`c.within_hours`,
  ai: sql`c.handled_by`,
};

export interface SplitCount {
  readonly split: CsatSplit;
  /** The value, as in its filter. */
  readonly key: string;
  readonly counts: ScoreCounts;
}

/** Counts the answers of a window by each value of some splits. */
export async function countSplits(
  db: Db,
  siteId: bigint,
  window: Slice,
  { filter, splits }: { readonly filter: AnswerFilter; readonly splits: readonly CsatSplit[] },
): Promise<SplitCount[]> {
  const columns = joinSql(
    splits.map((split) => SPLIT_COLUMNS[split]),
    ', ',
  );
  const values = joinSql(
    splits.map((split) => sql`(${split}::text, coalesce(${SPLIT_COLUMNS[split]}::text, 'none'))`),
    ', ',
  );
  // Answers that agree in all splits are counted first: a third of the time.
  const rows = await db.query<ScoreRow & { split: CsatSplit; key: string }>(sql`
    with alike as materialized (
      select ${columns}, c.score, count(*) as total from csat_response c
      where ${whereAnswer(siteId, window, filter)} group by ${columns}, c.score
    )
    select v.split, v.key, c.score, sum(c.total)::integer as total
    from alike c cross join lateral (values ${values}) v (split, key) group by 1, 2, 3`);
  const byValue = Map.groupBy(rows, ({ split, key }) => `${split} ${key}`);
  return [...byValue.values()].flatMap((ofValue) =>
    ofValue.slice(0, 1).map(({ split, key }) => ({ split, key, counts: countScores(ofValue) })),
  );
}

export interface ResolvedCount {
  readonly resolved: number;
  /** The number of these that have an answer. */
  readonly answered: number;
}

/** Counts the tickets that were resolved within a window. */
export async function countResolved(db: Db, siteId: bigint, { from, to }: Slice): Promise<ResolvedCount> {
  const [row] = await db.query<ResolvedCount>(sql`
    select count(*)::integer as resolved, count(*) filter (where t.is_rated)::integer as answered from ticket t
    where t.site_id = ${siteId} and t.resolved_utc >= ${from.toISOString()}::timestamptz
      and t.resolved_utc < ${to.toISOString()}::timestamptz`);
  return row ?? { resolved: 0, answered: 0 };
}
