import type { AiLimits } from '#contract/ai-limits.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { capConsequence, hardConsequence, hardUntil } from '#src/ai-usage/cap-consequence.ts';
import { forecastMonth, crossingDay, type Forecast } from '#src/ai-usage/figures/forecast.ts';
import { monthCurve, reachedOn, type MonthCurve } from '#src/ai-usage/figures/forecast.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';
import { utcToday, addDays, monthEnd } from '#src/ai-usage/usage-window.ts';
import { formatExactUsd, formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDay, formatUtcMonth } from '#src/format/utc-day.ts';
import { messages as panel } from '#src/panels/messages.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import { formatBudget } from './format-budget.ts';
import { messages } from './messages.ts';

interface Pace {
  readonly forecast: Forecast;
  readonly limits: AiLimits | undefined;
  /** A budget that somebody tries, in USD. */
  readonly tried: number | null;
}

/** What comes behind "On pace for $719 by 30 Nov": the range, the budget, the day it is crossed, what the cap then does. */
function paceSentence({ forecast, limits, tried }: Pace): string {
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
function exceededSentence(limits: AiLimits, curve: MonthCurve): string | null {
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

interface UsageHeroProps {
  readonly usage: Reply<typeof getAiUsage>;
  /** Undefined while they are not there, or where they cannot be read. */
  readonly limits: AiLimits | undefined;
  readonly search: AiSearch;
}

/** What this month has cost, of what, and where it goes. */
export function UsageHero({ usage, limits, search }: UsageHeroProps) {
  const now = useNow();
  const { summary, trend = [] } = usage;
  const costMonth = summary.cost_month_usd;
  const month = formatUtcMonth(trend.at(-1)?.date ?? utcToday(now));
  const hasDrawer = useHasApiCalls();
  const hasCalls = trend.some(({ calls }) => calls > 0);
  const forecast = forecastMonth(trend, costMonth);
  const limit = limits?.budget.limit ?? null;
  const exceeded = limits === undefined ? null : exceededSentence(limits, monthCurve(trend, costMonth));
  const isStopped = exceeded !== null && limits?.action === 'hard';
  const tried = search.budget === undefined || search.budget === 'none' ? null : Number(search.budget);
  const pace = forecast === null ? null : paceSentence({ forecast, limits, tried });
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 text-28 font-semibold tabular-nums" title={formatExactUsd(costMonth)}>
          {formatUsd(costMonth)}{' '}
          <span className="text-14 font-normal text-ink-3">
            {limits === undefined
              ? messages.hero.inMonth(month)
              : limit === null
                ? messages.hero.noBudget(month)
                : messages.hero.of(formatBudget(limit), month)}
          </span>
        </h2>
        {hasDrawer ? (
          <IconButton
            icon="code"
            size="sm"
            label={panel.showCall(messages.hero.name)}
            onClick={() => showApiCalls('ai_usage')}
          />
        ) : null}
      </div>
      <p className="min-h-5 text-pretty text-ink-2 max-md:min-h-15">
        {exceeded === null ? null : <strong className="font-medium text-danger-text">{exceeded} </strong>}
        {!hasCalls ? (
          messages.hero.noCalls(page.days(trend.length))
        ) : forecast === null || pace === null ? (
          messages.hero.tooEarly
        ) : isStopped ? null : (
          <>
            {messages.hero.onPace}{' '}
            <b className="font-semibold text-ink tabular-nums">{formatWholeUsd(forecast.monthEnd.middle)}</b>{' '}
            {messages.hero.by(formatUtcDay(forecast.lastDay))}
            {pace}
          </>
        )}
      </p>
    </>
  );
}
