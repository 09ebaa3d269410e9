import type { InsightList } from '#contract/ai-reports.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import type { Page } from './handoffs.sql.ts';

interface LabelSource {
  readonly rows: Statement;
  /** Rows with equal keys count as the same. */
  readonly key: Statement;
  /** Texts with one key may be spelled differently. */
  readonly spelling: Statement;
  readonly label: Statement;
}

const ofHandoff = (column: Statement): LabelSource => {
  return { rows: sql`handoff r`, key: column, spelling: column, label: sql`spelling` };
};

/** Questions are visitor messages with equal openings; the label is the most common spelling. */
const SOURCES: Readonly<Record<InsightList, LabelSource>> = {
  question: {
    rows: sql`(select * from chat_message where role = 'visitor') r`,
    key: sql`r.opening`,
    spelling: sql`left(r.text, 80)`,
    label: sql`question_label(spelling)`,
  },
  reason: ofHandoff(sql`r.reason`),
  status: ofHandoff(sql`r.status`),
};

interface LabelWindow {
  readonly list: InsightList;
  /** ISO 8601; `to` is exclusive. */
  readonly from: string;
  readonly to: string;
  /** The start of the window before; `from` for none. */
  readonly previousFrom: string;
}

interface LabelCounts {
  readonly rows: readonly {
    readonly key: string;
    readonly label: string;
    readonly count: number;
    readonly previous_count: number;
  }[];
  /** Sums over all labels, also beyond the page. */
  readonly total_count: number;
  readonly total: number;
  readonly previous_total: number;
}

/** Counts messages or handoffs by label and time, the most frequent first. */
export async function countLabels(
  db: Db,
  siteId: bigint,
  { list, from, to, previousFrom }: LabelWindow,
  { limit, skip }: Page,
): Promise<LabelCounts> {
  const { rows: source, key, spelling, label } = SOURCES[list];
  const [found] = await db.query<LabelCounts>(sql`
    with said as (
      select ${key} as key, ${spelling} as spelling,
        count(*) filter (where r.created_utc >= ${from}::timestamptz)::integer as n,
        count(*) filter (where r.created_utc < ${from}::timestamptz)::integer as before
      from ${source}
      where r.site_id = ${siteId} and r.created_utc >= ${previousFrom}::timestamptz and r.created_utc < ${to}::timestamptz
      group by 1, 2
    ), keyed as (
      select key, sum(n)::integer as n, sum(before)::integer as before from said group by key
    ), top as (
      select *, row_number() over (order by n desc, before desc, key collate "C") as place from keyed
      order by place limit ${limit} offset ${skip}
    ), spelled as (
      select distinct on (s.key) s.key, ${label} as label from said s join top using (key)
      order by s.key, s.n desc, s.before desc, s.spelling collate "C"
    )
    select count(*)::integer as total_count, coalesce(sum(n), 0)::integer as total,
      coalesce(sum(before), 0)::integer as previous_total,
      (select coalesce(jsonb_agg(jsonb_build_object('key', key, 'label', label, 'count', n, 'previous_count', before)
        order by place), '[]') from top join spelled using (key)) as rows
    from keyed`);
  return found ?? { rows: [], total_count: 0, total: 0, previous_total: 0 };
}

/** How many sessions of the window have each of these keys. No message or handoff is older than its session. */
export async function countSessionsOf(
  db: Db,
  siteId: bigint,
  { list, from, to }: Pick<LabelWindow, 'list' | 'from' | 'to'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows: source, key } = SOURCES[list];
  const rows = await db.query<{ key: string; sessions: number }>(sql`
    select ${key} as key, count(distinct s.session_id)::integer as sessions
    from ${source} join chat_session s on s.site_id = r.site_id and s.session_id = r.session_id
    where r.site_id = ${siteId} and ${key} = any(${keys}::text[]) and r.created_utc >= ${from}::timestamptz
      and s.started_utc >= ${from}::timestamptz and s.started_utc < ${to}::timestamptz
    group by 1`);
  return new Map(rows.map((row) => [row.key, row.sessions]));
}
