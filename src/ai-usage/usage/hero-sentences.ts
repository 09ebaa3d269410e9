import type { AiLimits } from '#contract/ai-limits.ts';
import { capConsequence, hardConsequence, hardUntil } from '#src/ai-usage/cap-consequence.ts';
import { crossingDay, type Forecast } from '#src/ai-usage/figures/forecast.ts';
import { reachedOn, type MonthCurve } from '#src/ai-usage/figures/month-curve.ts';
import { addDays, monthEnd } from '#src/ai-usage/usage-window.ts';
import { formatWholeUsd } from '#src/format/money.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { formatBudget } from './format-budget.ts';
import { messages } from './messages.ts';

interface Pace {
  readonly forecast: Forecast;
  readonly limits: AiLimits | undefined;
  /** A budget that somebody tries, in USD. */
  readonly tried: number | null;
}

/** What comes behind "On pace for $719 by 30 Nov": the range, the budget, the day it is crossed, what the cap then does. */
export function paceSentence({ forecast, limits, tried }: Pace): string {
  const saved = limits?.budget.limit ?? null;
  const limit = tried ?? (saved === null ? null : Number(saved));
  const { middle, low, high } = forecast.monthEnd;
  const [from, to] = [formatWholeUsd(low), formatWholeUsd(high)];
  const range = from === to ? '' : ` ${messages.hero.range(from, to)}`;
  if (limit === null) return `${range}.`;
  const parts = [`${range}, ${againstBudget(middle - limit, tried)}.`];
  const crossed = limits?.budget.exceeded === true && tried === null ? null : crossingDay(forecast, limit);
  if (crossed !== null) {
    parts.push(crossed === forecast.today ? messages.hero.crossedToday : messages.hero.crossed(formatUtcDay(crossed)));
  } else if (middle < limit && high >= limit) parts.push(messages.hero.mayCross);
  const consequence = limits?.budget.exceeded === true ? null : actionSentence(limits);
  if (consequence !== null) parts.push(consequence);
  return parts.join(' ');
}

/** That the budget was passed, when, and what follows from it; null while it is not. */
export function exceededSentence(limits: AiLimits, curve: MonthCurve): string | null {
  const { budget, action } = limits;
  if (!budget.exceeded || budget.limit === null) return null;
  const day = reachedOn(curve, Number(budget.limit));
  const passed = day === null ? messages.hero.passed : messages.hero.passedOn(formatUtcDay(day));
  const last = curve.days.at(-1);
  const next = last === undefined ? '' : formatUtcDay(addDays(monthEnd(last), 1));
  return `${passed} ${action === 'hard' ? hardUntil(limits, messages.hero.midnight(next)) : messages.hero.soft(capConsequence.softText)}`;
}

function againstBudget(difference: number, tried: number | null): string {
  const usd = formatWholeUsd(Math.abs(difference));
  if (tried !== null) {
    const budget = formatBudget(tried);
    return difference > 0 ? messages.hero.overTried(usd, budget) : messages.hero.underTried(usd, budget);
  }
  if (difference === 0) return messages.hero.onBudget;
  return difference > 0 ? messages.hero.over(usd) : messages.hero.under(usd);
}

function actionSentence(limits: AiLimits | undefined): string | null {
  if (limits?.action === 'soft') return messages.hero.soft(capConsequence.softText);
  return limits?.action === 'hard' ? hardConsequence(limits) : null;
}
