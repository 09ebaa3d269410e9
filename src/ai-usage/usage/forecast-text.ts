import { crossingDay, reachedOn, verdictOf, type Forecast, type MonthCurve } from '#contract/ai-forecast.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import type { CapAction } from '#contract/ai-names.ts';
import { formatLimit } from '#src/ai-usage/caps/cap-amounts.ts';
import { actionAfter } from '#src/ai-usage/caps/cap-draft.ts';
import { capConsequence, hardConsequence } from '#src/ai-usage/caps/cap-outlook.ts';
import type { UsageSearch } from '#src/ai-usage/search.ts';
import { formatWholeUsd } from '#src/format/money.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { messages } from './messages.ts';

const texts = messages.hero;

/** What the address tries of the budget and the action; null where that is nothing, or what is saved. */
interface Tried {
  /** USD; null without a budget. */
  readonly limit: number | null;
  readonly action: CapAction;
}

export function triedOf({ budget, action }: UsageSearch, limits: AiLimits | undefined): Tried | null {
  const savedUsd = savedBudget(limits);
  const limit = budget === undefined ? savedUsd : budget === 'none' ? null : Number(budget);
  const savedAction = actionAfter(null, limits?.action ?? 'none');
  const tried = { limit, action: action ?? savedAction };
  return limit === savedUsd && tried.action === savedAction ? null : tried;
}

/** "$165 to $217"; one amount where the range has no width. */
export function rangeText({ monthEnd: { low, high } }: Forecast): string {
  const [from, to] = [formatWholeUsd(low), formatWholeUsd(high)];
  return from === to ? from : texts.range(from, to);
}

interface Pace {
  readonly forecast: Forecast;
  readonly limits: AiLimits | undefined;
  readonly tried: Tried | null;
  readonly curve: MonthCurve;
}

/** The words behind "$165 to $217 by 30 Nov": how that lies to the budget, the day it is passed, what the cap then does. */
export function paceText({ forecast, limits, tried, curve }: Pace): string {
  const limit = tried === null ? savedBudget(limits) : tried.limit;
  if (limit === null) return '.';
  const passed = reachedOn(curve, limit);
  const isSaved = limit === savedBudget(limits);
  // That the saved budget is passed stands before.
  if (passed !== null && isSaved && tried === null) return `, ${againstText(forecast, limit, null)}.`;
  const crossed = crossingDay(forecast, limit);
  const shown = formatLimit('budget', limit);
  return [
    `${isSaved ? texts.budget(shown) : ':'} ${againstText(forecast, limit, isSaved ? null : shown)}.`,
    passed !== null
      ? texts.triedPassed(formatUtcDay(passed))
      : crossed === null
        ? []
        : crossed === forecast.today
          ? texts.crossedToday
          : texts.crossed(formatUtcDay(crossed)),
    actionText(limits, tried),
  ]
    .flat()
    .join(' ');
}

/** "$165 to $217 by 30 Nov, $30 over budget.": the same range with what has no price. */
export function forecastWith(forecast: Forecast, limits: AiLimits | undefined, tried: Tried | null): string {
  const saved = savedBudget(limits);
  const limit = tried === null ? saved : tried.limit;
  const range = `${rangeText(forecast)} ${texts.by(formatUtcDay(forecast.lastDay))}`;
  if (limit === null) return `${range}.`;
  return `${range}, ${againstText(forecast, limit, limit === saved ? null : formatLimit('budget', limit))}.`;
}

function savedBudget(limits: AiLimits | undefined): number | null {
  const saved = limits?.budget.limit ?? null;
  return saved === null ? null : Number(saved);
}

/** @param tried the budget that is tried and not saved, as text */
function againstText({ monthEnd }: Forecast, limit: number, tried: string | null): string {
  const usd = formatWholeUsd(Math.abs(monthEnd.middle - limit));
  return texts.verdict[verdictOf(monthEnd, limit)](usd, tried);
}

/** What the cap does, by the action that is chosen. */
function actionText(limits: AiLimits | undefined, tried: Tried | null): readonly string[] {
  if (limits === undefined) return [];
  const action = tried?.action ?? limits.action;
  if (action === 'soft') return [texts.soft(capConsequence.softText)];
  return action === 'hard' ? [hardConsequence(limits)] : [];
}
