import type {
  listAiAlerts as ListAiAlerts,
  listAiCalls as ListAiCalls,
  listAiCapChanges as ListAiCapChanges,
  listAiUsage as ListAiUsage,
} from '#contract/ai-reports.ts';
import type { Handler } from '#server/operation/call.ts';
import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { listAlerts } from './alerts.ts';
import { findCapChanges } from './cap-history.sql.ts';
import { listCalls } from './calls-report.ts';
import { checkGroups, readSpan, type Page } from './report-parameters.ts';
import { listUsage, NO_USAGE } from './usage-report.ts';

// GET ai_reports, one handler a report: docs/api.md, "AI reports". Of a site that lacks the feature nothing is known.

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
