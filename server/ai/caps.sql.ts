import type { AiCap, CapAction } from '#contract/ai-names.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';

/** One limit of a site and its current usage; decimals as text. */
export interface CapRow {
  readonly cap: AiCap;
  /** `soft` if the site has no billing record. */
  readonly action: CapAction;
  readonly cap_limit: string | null;
  readonly used: string;
  readonly is_exceeded: boolean;
  readonly headroom: string | null;
  readonly percent_used: string | null;
  /** Thresholds already announced in the current period. */
  readonly announced: readonly number[];
}

/** The three limits as rows `k (cap, action, cap_limit, used)`. */
export function capsFrom(siteId: bigint, now: string): Statement {
  return sql`ai_current(${siteId}, ${now}::timestamptz) c
    left join ai_billing b on b.site_id = ${siteId}
    cross join lateral (values
      (1, 'budget', coalesce(b.action, 'soft'), b.monthly_budget_usd, c.month_cost_usd),
      (2, 'daily_tokens', coalesce(b.action, 'soft'), b.daily_token_limit::numeric, c.day_tokens),
      (3, 'minute_calls', coalesce(b.action, 'soft'), b.minute_call_limit::numeric, c.minute_calls)
    ) k (position, cap, action, cap_limit, used)`;
}

/** A limit is exceeded once it is reached: a limit of 0 always is, at 100 percent. */
export async function findCaps(db: Db, siteId: bigint, now: string): Promise<CapRow[]> {
  return db.query<CapRow>(sql`
    select k.cap, k.action, trim_scale(k.cap_limit) as cap_limit, trim_scale(k.used) as used,
      coalesce(k.used >= k.cap_limit, false) as is_exceeded,
      trim_scale(greatest(k.cap_limit - k.used, 0)) as headroom,
      case when k.cap_limit is null then null when k.used >= k.cap_limit then 100
        else k.used * 100 / k.cap_limit end as percent_used,
      (select coalesce(json_agg(n.threshold), '[]') from ai_cap_notice n
        where n.site_id = ${siteId} and n.cap = k.cap and n.period_start = date_trunc(
          case k.cap when 'budget' then 'month' when 'daily_tokens' then 'day' else 'minute' end,
          ${now}::timestamptz, 'UTC')) as announced
    from ${capsFrom(siteId, now)} order by k.position`);
}

/** How long to keep alerts of past periods; null keeps them forever. Those of minutes outlast differences between clocks. */
const KEPT: Readonly<Record<AiCap, string | null>> = {
  budget: null,
  daily_tokens: '400 days',
  minute_calls: '10 minutes',
};

/** Records announced thresholds and returns those that are new in their period. */
export async function insertNotices(
  db: Db,
  siteId: bigint,
  { cap, periodStart, now }: { readonly cap: AiCap; readonly periodStart: string; readonly now: string },
  thresholds: readonly number[],
): Promise<number[]> {
  const rows = await db.query<{ threshold: number }>(sql`
    with past as (
      delete from ai_cap_notice where site_id = ${siteId} and cap = ${cap}
        and period_start < ${periodStart}::timestamptz - ${KEPT[cap]}::interval
    ), recorded as (
      insert into ai_cap_notice (site_id, cap, period_start, threshold, fired_utc)
      select ${siteId}, ${cap}, ${periodStart}::timestamptz, t, ${now}::timestamptz
      from unnest(${thresholds}::smallint[]) t
      on conflict do nothing returning threshold
    )
    select threshold from recorded order by threshold`);
  return rows.map(({ threshold }) => threshold);
}
