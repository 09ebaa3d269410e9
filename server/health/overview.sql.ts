import type { AiCap } from '#contract/ai-names.ts';
import { sql, type Db } from '#server/db/db.ts';

/** Data for the rules and the checklist beyond the health figures. */
export interface OverviewRow {
  readonly oldest_waiting_utc: string | null;
  /** Deliveries with a failed attempt in the last day and no success since. */
  readonly failed_deliveries: number;
  readonly first_failed_utc: string | null;
  readonly cap_exceeded_utc: string | null;
  readonly failed_rows: number;
  readonly failed_run_utc: string | null;
  readonly has_delivered: boolean;
}

export async function getOverviewRow(
  db: Db,
  siteId: bigint,
  input: {
    readonly staleBefore: string;
    readonly dayAgo: string;
    readonly now: string;
    readonly exceeded: readonly AiCap[];
  },
): Promise<OverviewRow> {
  const [row] = await db.query<OverviewRow>(sql`
    select
      (select min(t.created_utc) from ticket t where t.site_id = ${siteId} and t.status in ('open', 'pending')
        and t.first_response_utc is null and t.created_utc < ${input.staleBefore}::timestamptz) as oldest_waiting_utc,
      w.has_delivered,
      (select count(*) from webhook_delivery d where d.site_id = ${siteId} and d.state not in ('succeeded', 'cancelled')
        and d.last_failed_utc > ${input.dayAgo}::timestamptz)::integer as failed_deliveries,
      (select min(a.started_utc) from webhook_delivery d
        join webhook_attempt a on a.site_id = d.site_id and a.delivery_id = d.id
        where d.site_id = ${siteId} and d.state not in ('succeeded', 'cancelled') and d.last_failed_utc > ${input.dayAgo}::timestamptz
          and a.site_id = ${siteId} and a.error_code is not null
          and a.started_utc > ${input.dayAgo}::timestamptz) as first_failed_utc,
      (select min(n.fired_utc) from ai_cap_notice n where n.site_id = ${siteId} and n.threshold = 100
        and n.cap = any(${input.exceeded}::text[]) and n.period_start = date_trunc(
          case n.cap when 'budget' then 'month' when 'daily_tokens' then 'day' else 'minute' end,
          ${input.now}::timestamptz, 'UTC')) as cap_exceeded_utc,
      r.failed_rows, r.failed_run_utc
    from (
      select count(last_delivery_utc) > 0 as has_delivered from webhook_subscription where site_id = ${siteId}
    ) w
    cross join (
      select coalesce(sum(l.failed_rows), 0)::float8 as failed_rows,
        min(l.started_utc) filter (where l.failed_rows > 0) as failed_run_utc
      from (
        select distinct on (kind) kind, failed_rows, started_utc from import_run where site_id = ${siteId}
        order by kind, started_utc desc, id desc
      ) l
    ) r`);
  if (row === undefined) throw new Error('the database returned no overview');
  return row;
}

export interface DisabledWebhook {
  readonly id: bigint;
  readonly url: string;
  readonly disabled_utc: string | null;
}

/** Disabled subscriptions, oldest first. */
export async function findDisabledWebhooks(db: Db, siteId: bigint): Promise<DisabledWebhook[]> {
  return db.query<DisabledWebhook>(sql`
    select id, url, disabled_utc from webhook_subscription where site_id = ${siteId} and state = 'disabled' order by disabled_utc, id`);
}
