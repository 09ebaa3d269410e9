import type { listHandoffDays as ListHandoffDays, listInsights as ListInsights } from '#contract/ai-reports.ts';
import type { Reply } from '#contract/operation.ts';
import { daysBefore, readDays, type Days } from '#server/ai/reports/report-parameters.ts';
import { utcDate } from '#server/ai/utc-periods.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { Handler } from '#server/operation/call.ts';
import { WAIT_SECONDS } from './handoffs.sql.ts';
import { startedOn } from './session-filter.sql.ts';
import { countLabels, countSessionsOf } from './label-counts.sql.ts';

/** GET ai_reports report=insights. See docs/api.md, "AI reports". @throws ApiError bad_field */
export const listInsights: Handler<typeof ListInsights> = async ({ db, site, query, now }) => {
  const days = readDays(query, now);
  const before = daysBefore(days);
  const window = {
    list: query.list,
    from: startOf(days.from),
    to: startOf(days.to),
    previousFrom: startOf(before.from),
  };
  const { rows, total_count, total, previous_total } = await countLabels(db, site.id, window, query);
  const keys = rows.map(({ key }) => key);
  const sessions = await countSessionsOf(db, site.id, window, keys);
  const items = rows.map(({ key, ...row }) => ({ ...row, sessions: sessions.get(key) ?? 0 }));
  return { ...endsOf(days), items, total_count, total, previous_total };
};

/** GET ai_reports report=handoffs, every day of the window. See docs/api.md, "AI reports". @throws ApiError bad_field */
export const listHandoffDays: Handler<typeof ListHandoffDays> = async ({ db, site, query, now }) => {
  const days = readDays(query, now);
  const figures = await countHandedOver(db, site.id, days);
  const byDay = new Map(figures.map(({ day, is_previous, ...figure }) => [day ?? is_previous, figure]));
  const all = datesOf(days).map((day) => ({ day, ...(byDay.get(day) ?? NONE) }));
  return {
    ...endsOf(days),
    items: all.slice(query.skip, query.skip + query.limit),
    total_count: all.length,
    totals: byDay.get(false) ?? NONE,
    previous: byDay.get(true) ?? NONE,
  };
};

const NONE = { sessions: 0, handed_over: 0, median_wait_seconds: null };

type Totals = Reply<typeof ListHandoffDays>['totals'];

interface Figures extends Totals {
  /** Null for the sum of a window. */
  readonly day: string | null;
  readonly is_previous: boolean;
}

/** By day of this window, and the sums of this window and the one before. */
async function countHandedOver(db: Db, siteId: bigint, days: Days): Promise<Figures[]> {
  const isPrevious = sql`s.started_utc < ${startOf(days.from)}::timestamptz`;
  return db.query<Figures>(sql`
    select day, is_previous, count(*)::integer as sessions, (count(*) filter (where has_handoff))::integer as handed_over,
      round(percentile_cont(0.5) within group (order by wait_seconds))::integer as median_wait_seconds
    from (
      select (s.started_utc at time zone 'UTC')::date as day, ${isPrevious} as is_previous, s.has_handoff, w.wait_seconds
      from chat_session s left join lateral (
        select ${WAIT_SECONDS} as wait_seconds from handoff h
        where s.has_handoff and h.site_id = s.site_id and h.session_id = s.session_id
        order by h.created_utc desc, h.id desc limit 1
      ) w on true
      where s.site_id = ${siteId} and ${startedOn({ from: daysBefore(days).from, to: days.to })}
    ) s
    group by grouping sets ((day, is_previous), (is_previous))`);
}

function endsOf(days: Days) {
  return { from: days.from, to: days.to, previous_from: daysBefore(days).from };
}

function datesOf({ from, to }: Days): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
  return Array.from({ length: count }, (_, index) => utcDate(new Date(from), index));
}

const DAY_MS = 86_400_000;

function startOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}
