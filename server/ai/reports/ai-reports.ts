import type { listAiReports as ListAiReports } from '#contract/ai-reports.ts';
import type { Reply } from '#contract/operation.ts';
import type { Call, Handler } from '#server/operation/call.ts';
import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { getPrices } from '#server/ai/site-prices.ts';
import { listAlerts } from './alerts.ts';
import { findCapChanges } from './cap-history.sql.ts';
import { listCalls } from './calls-report.ts';
import { checkParameters, readSpan } from './report-parameters.ts';
import { listUsage, NO_USAGE } from './usage-report.ts';

type ReportCall = Call<typeof ListAiReports>;
type Report = Reply<typeof ListAiReports>;

/**
 * GET ai_reports: usage by group, the calls behind it, prices, alerts and the history of the limits. Nothing is known
 * of a site that lacks the feature. See docs/api.md, "AI reports".
 * @throws ApiError bad_field for a parameter that the report does not have
 */
export const listAiReports: Handler<typeof ListAiReports> = async (call) => {
  checkParameters(call.query);
  return hasAiUsage(call.site) ? REPORTS[call.query.report](call) : noReport(call);
};

const REPORTS: Readonly<Record<ReportCall['query']['report'], (call: ReportCall) => Promise<Report>>> = {
  usage: ({ db, site, query, now }) => listUsage(db, site, query, now),
  calls: ({ db, site, query, now }) => listCalls(db, site, query, now),
  prices: async ({ db, site, query, config }) => {
    const prices = [...(await getPrices(db, site, config.aiPrices))].map(([model, { inputUsd, outputUsd }]) => ({
      model,
      input_usd: inputUsd,
      output_usd: outputUsd,
    }));
    return pageOf(prices, query);
  },
  alerts: async ({ db, site, query, now }) => pageOf(await listAlerts(db, site, readSpan(query), now), query),
  cap_history: ({ db, site, query }) => findCapChanges(db, site.id, readSpan(query), query),
};

function pageOf(items: Report['items'], { limit, skip }: ReportCall['query']): Report {
  return { items: items.slice(skip, skip + limit), total_count: items.length };
}

function noReport({ query }: ReportCall): Report {
  const isTotal = query.report === 'usage' && (query.group_by ?? []).length === 0;
  return pageOf(isTotal ? [NO_USAGE] : [], query);
}
