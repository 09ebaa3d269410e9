import type { AiCap } from '#contract/ai-names.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import type { Reply } from '#contract/operation.ts';
import { budgetReachedAt, tokensReachedAt, type Reach } from '#src/ai-usage/figures/cap-consequence-time.ts';
import { forecastMonth } from '#src/ai-usage/figures/forecast.ts';
import type { Amount } from './cap-draft.ts';

/** What is known of the days to come. */
export interface Outlook {
  readonly nowMs: number;
  /** USD of today so far. */
  readonly todayUsd: number;
  /** USD of a mean day and of the month at its end; null while it is too early to forecast. */
  readonly meanDayUsd: number | null;
  readonly monthEndUsd: number | null;
}

/** @param usage null while it is not known */
export function outlookOf(usage: Reply<typeof getAiUsage> | null, nowMs: number): Outlook {
  const trend = usage?.trend ?? [];
  const forecast = usage === null ? null : forecastMonth(trend, usage.summary.cost_month_usd);
  return {
    nowMs,
    todayUsd: trend.at(-1)?.cost_usd ?? 0,
    meanDayUsd: forecast?.perDay.middle ?? null,
    monthEndUsd: forecast?.monthEnd.middle ?? null,
  };
}

/** When a cap reaches an amount in its present period. Calls a minute come in bursts and are never forecast. */
export function reachOf(cap: AiCap, amount: Amount, limits: AiLimits, outlook: Outlook): Reach {
  const current = limits[cap].current;
  if (current >= amount) return { kind: 'now' };
  const { nowMs, todayUsd, meanDayUsd } = outlook;
  if (cap === 'budget')
    return budgetReachedAt({
      currentUsd: Number(current),
      limitUsd: Number(amount),
      todayUsd,
      meanDayUsd,
      nowMs,
    });
  if (cap === 'daily_tokens') return tokensReachedAt({ current: BigInt(current), limit: BigInt(amount), nowMs });
  return { kind: 'unknown' };
}
