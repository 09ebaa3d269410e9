import type { AI_REFUSED_BY, AiReportStatus } from '#contract/ai-reports.ts';
import { sql, type Db } from '#server/db/db.ts';
import {
  CALLS_FROM,
  CUSTOMER_OF_CALL,
  REFUSALS_FROM,
  selectCalls,
  selectDays,
  selectRefusals,
  TICKET_OF_CALL,
} from './call-filter.sql.ts';
import type { CallFilter, Days, Page } from './report-parameters.ts';

export interface CallListRow {
  readonly id: bigint;
  readonly created_utc: string;
  readonly feature: string;
  readonly model: string;
  readonly status: AiReportStatus;
  readonly input_tokens: bigint;
  readonly output_tokens: bigint;
  readonly cost_usd: string;
  readonly priced: boolean;
  readonly latency_ms: number;
  readonly cache_hit: boolean;
  readonly session_id: string | null;
  readonly ticket_id: bigint | null;
  readonly customer_identity_id: bigint | null;
  readonly token_id: bigint | null;
  readonly token_label: string | null;
  readonly error_code: string | null;
  readonly refused_by: (typeof AI_REFUSED_BY)[number] | null;
}

/** Calls and refused calls in one list, newest or costliest first. */
export async function findCalls(
  db: Db,
  siteId: bigint,
  { days, filter, order }: { readonly days: Days; readonly filter: CallFilter; readonly order: 'created' | 'cost' },
  { limit, skip }: Page,
): Promise<CallListRow[]> {
  const isByCost = order === 'cost';
  const sorted = isByCost ? sql`cost_usd desc, created_utc desc, id desc` : sql`created_utc desc, id desc`;
  const sortedCalls = isByCost
    ? sql`c.cost_usd desc, c.created_utc desc, c.id desc`
    : sql`c.created_utc desc, c.id desc`;
  const rest = limit + skip;
  return db.query<CallListRow>(sql`
    with page as (
      (select c.site_id, c.id, c.created_utc, c.feature, c.model, c.status, c.input_tokens, c.output_tokens, c.cost_usd,
        c.is_priced, c.latency_ms, c.cache_hit, c.session_id, c.ticket_id, c.token_id,
        c.error_code, null as refused_by
      from ${CALLS_FROM} where ${selectCalls(siteId, days, filter)} order by ${sortedCalls} limit ${rest})
      union all
      (select r.site_id, r.id, r.created_utc, r.feature, r.model, 'refused', 0, 0, 0, r.is_priced, 0, false, null,
        r.ticket_id, r.token_id, null, case r.caps[1] when 'minute_calls' then 'per_minute' else r.caps[1] end
      from ${REFUSALS_FROM} where ${selectRefusals(siteId, days, filter)}
      order by r.created_utc desc, r.id desc limit ${rest})
      order by ${sorted} limit ${limit} offset ${skip}
    )
    select c.id, c.created_utc, c.feature, c.model, c.status, c.input_tokens, c.output_tokens, c.cost_usd,
      c.is_priced as priced, c.latency_ms, c.cache_hit, c.session_id, ${TICKET_OF_CALL} as ticket_id,
      ${CUSTOMER_OF_CALL} as customer_identity_id, c.token_id, k.label as token_label,
      c.error_code, c.refused_by
    from page c
    left join chat_session s on s.site_id = c.site_id and s.session_id = c.session_id
    left join ticket t on t.site_id = c.site_id and t.id = ${TICKET_OF_CALL}
    left join api_token k on k.site_id = c.site_id and k.id = c.token_id
    order by ${sortedCalls}`);
}

/** Counts calls from the daily totals. */
export async function countCallsByDay(db: Db, siteId: bigint, days: Days, filter: CallFilter): Promise<number> {
  const refused = sql`case when d.day >= ${days.refusalsFrom}::date then d.refused else 0 end`;
  const counted = {
    all: sql`d.calls + ${refused}`,
    ok: sql`d.calls - d.errors`,
    error: sql`d.errors`,
    ran: sql`d.calls`,
    refused,
  }[filter.status ?? 'all'];
  const [row] = await db.query<{ total: number }>(sql`
    select coalesce(sum(${counted}), 0)::float8 as total from ai_usage_day d where ${selectDays(siteId, days, filter)}`);
  return row?.total ?? 0;
}

/** Counts calls row by row. */
export async function countCalls(db: Db, siteId: bigint, days: Days, filter: CallFilter): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select ((select count(*) from ${CALLS_FROM} where ${selectCalls(siteId, days, filter)})
      + (select count(*) from ${REFUSALS_FROM} where ${selectRefusals(siteId, days, filter)}))::float8 as total`);
  return row?.total ?? 0;
}
