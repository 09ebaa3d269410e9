import type { getAiInsights as GetAiInsights } from '#contract/insights.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import type { Handler } from '#server/operation/call.ts';

const DAY_MS = 86_400_000;

/**
 * GET ai_insights: whole UTC days, today included. `take` limits the two top lists; the list of states is complete. See
 * docs/api.md, "Insights".
 */
export const getAiInsights: Handler<typeof GetAiInsights> = async ({ db, site, now, query }) => {
  const { days, take, format } = query;
  const to = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  const window = { from: new Date(to.getTime() - days * DAY_MS), to };
  const lists = {
    top_questions: await countQuestions(db, site.id, window, take),
    top_handoff_reasons: await countReasons(db, site.id, window, take),
    handoff_status: await countStates(db, site.id, window),
  };
  return format === 'csv' ? { csv: asCsv(lists) } : { ok: true, days, ...lists };
};

async function* asCsv(lists: Readonly<Record<string, readonly LabelCount[]>>) {
  yield Object.entries(lists).flatMap(([list, rows]) => rows.map((row) => ({ list, ...row })));
}

interface LabelCount {
  readonly label: string;
  readonly count: number;
}

interface InsightWindow {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Counts visitor messages, grouped by their first 80 characters without regard to case and whitespace; the label is the
 * most common spelling. Counts equal texts before normalizing, so that each text is normalized once and only the top
 * lines look for their spelling.
 */
export async function countQuestions(
  db: Db,
  siteId: bigint,
  window: InsightWindow,
  take: number,
): Promise<LabelCount[]> {
  return db.query<LabelCount>(sql`
    with said as (
      select left(m.text, 80) as opening, count(*) as n from chat_message m
      where m.site_id = ${siteId} and m.role = 'visitor' and ${within(sql`m.created_utc`, window)}
      group by 1
    ), spelled as (
      select opening, n, lower(btrim(regexp_replace(opening, '\\s+', ' ', 'g'))) as key from said
    ), top as (
      select key, sum(n) as n from spelled group by key order by 2 desc, key collate "C" limit ${take}
    ), spelling as (
      select distinct on (s.key) s.key, btrim(regexp_replace(s.opening, '\\s+', ' ', 'g')) as label
      from spelled s join top using (key) order by s.key, s.n desc, s.opening collate "C"
    )
    select label, n::integer as count from top join spelling using (key) order by n desc, key collate "C"`);
}

async function countReasons(db: Db, siteId: bigint, window: InsightWindow, take: number): Promise<LabelCount[]> {
  return db.query<LabelCount>(sql`
    select h.reason as label, count(*)::integer as count from handoff h
    where h.site_id = ${siteId} and ${within(sql`h.created_utc`, window)}
    group by 1 order by 2 desc, h.reason collate "C" limit ${take}`);
}

/** The current states of handoffs, only those that occur. */
async function countStates(db: Db, siteId: bigint, window: InsightWindow): Promise<LabelCount[]> {
  return db.query<LabelCount>(sql`
    select h.status as label, count(*)::integer as count from handoff h
    where h.site_id = ${siteId} and ${within(sql`h.created_utc`, window)}
    group by 1 order by 2 desc, h.status collate "C"`);
}

function within(column: Statement, { from, to }: InsightWindow): Statement {
  return sql`${column} >= ${from.toISOString()}::timestamptz and ${column} < ${to.toISOString()}::timestamptz`;
}
