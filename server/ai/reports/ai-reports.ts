import type {
  AiCallEntry,
  AiCapChange,
  listAiAlerts as ListAiAlerts,
  listAiCalls as ListAiCalls,
  listAiCapChanges as ListAiCapChanges,
  listAiUsage as ListAiUsage,
} from '#contract/ai-reports.ts';
import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { listAlerts } from './alerts.ts';
import { isCountInDailyTotals } from './call-filter.sql.ts';
import { countCalls, countCallsByDay, findCalls } from './calls.sql.ts';
import { checkGroups, readDays, readSpan, type CallsQuery, type Page, type Span } from './report-parameters.ts';
import { listUsage, NO_USAGE } from './usage-report.ts';

// GET ai_reports, one handler per report: docs/api.md, "AI reports". A site without the feature has no data.

/** @throws ApiError bad_field */
export const listAiUsage: Handler<typeof ListAiUsage> = async (call) => {
  const { site, query } = call;
  checkGroups(query);
  if (hasAiUsage(site)) return listUsage(call, query);
  return pageOf((query.group_by ?? []).length === 0 ? [NO_USAGE] : [], query);
};

/** @throws ApiError bad_field */
export const listAiCalls: Handler<typeof ListAiCalls> = async ({ db, site, query, now }) =>
  hasAiUsage(site) ? listCalls(db, site, query, now) : pageOf([], query);

/** @throws ApiError bad_field */
export const listAiAlerts: Handler<typeof ListAiAlerts> = async ({ db, site, query, now }) =>
  pageOf(hasAiUsage(site) ? await listAlerts(db, site, readSpan(query), now) : [], query);

/** @throws ApiError bad_field */
export const listAiCapChanges: Handler<typeof ListAiCapChanges> = async ({ db, site, query }) =>
  hasAiUsage(site) ? findCapChanges(db, site.id, readSpan(query), query) : pageOf([], query);

function pageOf<Item>(items: readonly Item[], { limit, skip }: Page) {
  return { items: items.slice(skip, skip + limit), total_count: items.length };
}

/** Calls and refused calls. */
async function listCalls(
  db: Db,
  site: SiteRef,
  query: CallsQuery,
  now: Date,
): Promise<{ readonly items: AiCallEntry[]; readonly total_count: number }> {
  const days = readDays(query, now);
  const rows = await findCalls(db, site.id, { days, filter: query, order: query.order_by ?? 'created' }, query);
  const items = rows.map((row) => ({ ...row, cost_usd: Number(row.cost_usd) }));
  const count = isCountInDailyTotals(query) ? countCallsByDay : countCalls;
  return { items, total_count: await count(db, site.id, days, query) };
}

/** Newest first; fields changed by one request share a time. */
async function findCapChanges(
  db: Db,
  siteId: bigint,
  { fromUtc, toUtc }: Span,
  { limit, skip }: Page,
): Promise<{ readonly items: AiCapChange[]; readonly total_count: number }> {
  const selected = sql`c.site_id = ${siteId} and c.created_utc >= coalesce(${fromUtc}::timestamptz, '-infinity')
    and c.created_utc < coalesce(${toUtc}::timestamptz, 'infinity')`;
  const items = await db.query<AiCapChange>(sql`
    select c.id, c.created_utc, c.actor, c.cap, c.from_value as "from", c.to_value as "to" from ai_cap_change c
    where ${selected} order by c.created_utc desc, c.id desc limit ${limit} offset ${skip}`);
  const [total] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from ai_cap_change c where ${selected}`,
  );
  return { items, total_count: total?.total ?? 0 };
}
