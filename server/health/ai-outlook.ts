import { crossingDay, FORECAST_DAYS, forecastMonth, monthCurve, reachedOn } from '#contract/ai-forecast.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import { AI_CAPS, type AiCap } from '#contract/ai-names.ts';
import type { HealthOverview } from '#contract/health-overview.ts';
import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { readTrend } from '#server/ai/ai-usage.ts';
import type { Db } from '#server/db/db.ts';
import type { HealthSite } from './health.ts';

type AiOutlook = HealthOverview['ai'];

/** Cost and forecast of the AI, by the formula of the AI usage page. See docs/figures.md, "Forecast". */
export async function readAiOutlook(db: Db, site: HealthSite, limits: AiLimits, now: Date): Promise<AiOutlook> {
  const caps_set = AI_CAPS.filter((cap) => limits[cap].limit !== null).length;
  const budget = limits.budget.limit === null ? null : Number(limits.budget.limit);
  const caps_exceeded = exceededCaps(limits).length;
  const known = { budget_usd: budget, action: limits.action, caps_set, caps_exceeded };
  if (!hasAiUsage(site)) return { cost_month_usd: 0, ...known, ...NO_FORECAST };
  const { costMonth, trend } = await readTrend(db, site, now, FORECAST_DAYS);
  const forecast = forecastMonth(trend, costMonth);
  if (forecast === null) return { cost_month_usd: costMonth, ...known, ...NO_FORECAST };
  return {
    cost_month_usd: costMonth,
    ...known,
    forecast_usd: forecast.monthEnd.middle,
    passes_on:
      budget === null ? null : (reachedOn(monthCurve(trend, costMonth), budget) ?? crossingDay(forecast, budget)),
  };
}

/** Exceeded caps in their usual order. */
export function exceededCaps(limits: AiLimits): AiCap[] {
  return AI_CAPS.filter((cap) => limits[cap].exceeded);
}

const NO_FORECAST = { forecast_usd: null, passes_on: null };
