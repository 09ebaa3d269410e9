import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AiLimits } from '#contract/ai-limits.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { capConsequence, hardConsequence, hardUntil } from '#src/ai-usage/caps/cap-outlook.ts';
import { formatLimit } from '#src/ai-usage/caps/cap-amounts.ts';
import {
  crossingDay,
  forecastMonth,
  monthCurve,
  reachedOn,
  type Forecast,
  type MonthCurve,
} from '#contract/ai-forecast.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import type { UsageSearch } from '#src/ai-usage/search.ts';
import { addDays, monthEnd, utcToday } from '#src/format/days.ts';
import { formatExactUsd, formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDay, formatUtcMonth } from '#src/format/utc-day.ts';
import { messages as panel } from '#src/panels/messages.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { messages } from './messages.ts';

const texts = messages.hero;

interface UsageHeadProps {
  readonly usage: UseQueryResult<Reply<typeof getAiUsage>>;
  /** Undefined while they are not there, or where they cannot be read. */
  readonly limits: AiLimits | undefined;
  readonly search: UsageSearch;
  /** Below the figure; gone where that cannot be loaded. */
  readonly children: ReactNode;
}

/** The one figure of the page with its sentence. */
export function UsageHead({ usage, limits, search, children }: UsageHeadProps) {
  return (
    <>
      <section aria-label={texts.label}>
        <QueryState
          query={usage}
          name={texts.name}
          loading={messages.loading}
          failed={page.failedTitle}
          skeleton={
            <>
              <div className="flex h-9 items-center">
                <Skeleton className="h-6 w-40" />
              </div>
              <div className="flex min-h-5 items-center max-md:min-h-15">
                <Skeleton className="h-2.5 w-64" />
              </div>
            </>
          }
        >
          {(data) => <Hero usage={data} limits={limits} search={search} />}
        </QueryState>
      </section>
      {usage.data === undefined && usage.isError ? null : children}
    </>
  );
}

interface HeroProps extends Pick<UsageHeadProps, 'limits' | 'search'> {
  readonly usage: Reply<typeof getAiUsage>;
}

/** The cost of this month, of what, and where it goes. */
function Hero({ usage: { summary, trend = [] }, limits, search }: HeroProps) {
  const now = useNow();
  const hasDrawer = useHasApiCalls();
  const costMonth = summary.cost_month_usd;
  const month = formatUtcMonth(trend.at(-1)?.date ?? utcToday(now));
  const hasCalls = trend.some(({ calls }) => calls > 0);
  const forecast = forecastMonth(trend, costMonth);
  const exceeded = limits === undefined ? null : exceededText(limits, monthCurve(trend, costMonth));
  const isStopped = exceeded !== null && limits?.action === 'hard';
  const tried = search.budget === undefined || search.budget === 'none' ? null : Number(search.budget);
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 text-28 font-semibold tabular-nums" title={formatExactUsd(costMonth)}>
          {formatUsd(costMonth)} <span className="text-14 font-normal text-ink-3">{ofText(limits, month)}</span>
        </h2>
        {hasDrawer ? (
          <IconButton
            icon="code"
            size="sm"
            label={panel.showCall(texts.name)}
            onClick={() => showApiCalls('ai_usage')}
          />
        ) : null}
      </div>
      <p className="min-h-5 text-pretty text-ink-2 max-md:min-h-15">
        {exceeded === null ? null : <strong className="font-medium text-danger-text">{exceeded} </strong>}
        {!hasCalls ? (
          texts.noCalls(page.days(trend.length))
        ) : forecast === null ? (
          texts.tooEarly
        ) : isStopped ? null : (
          <>
            {texts.onPace}{' '}
            <b className="font-semibold text-ink tabular-nums">{formatWholeUsd(forecast.monthEnd.middle)}</b>{' '}
            {texts.by(formatUtcDay(forecast.lastDay))}
            {paceText(forecast, limits, tried)}
          </>
        )}
      </p>
    </>
  );
}

function ofText(limits: AiLimits | undefined, month: string): string {
  if (limits === undefined) return texts.inMonth(month);
  const { limit } = limits.budget;
  return limit === null ? texts.noBudget(month) : texts.of(formatLimit('budget', limit), month);
}

/** That the budget was passed, when, and what follows from it; null while it is not. */
function exceededText(limits: AiLimits, curve: MonthCurve): string | null {
  const { budget, action } = limits;
  if (!budget.exceeded || budget.limit === null) return null;
  const day = reachedOn(curve, Number(budget.limit));
  const passed = day === null ? texts.passed : texts.passedOn(formatUtcDay(day));
  const last = curve.days.at(-1);
  const next = last === undefined ? '' : formatUtcDay(addDays(monthEnd(last), 1));
  const does = action === 'hard' ? hardUntil(limits, texts.midnight(next)) : texts.soft(capConsequence.softText);
  return `${passed} ${does}`;
}

/**
 * The words behind "On pace for $719 by 30 Nov": the range, the budget, the day it is crossed, what the cap then does.
 * @param tried a budget that is tried and not saved, in USD
 */
function paceText(forecast: Forecast, limits: AiLimits | undefined, tried: number | null): string {
  const { middle, low, high } = forecast.monthEnd;
  const [from, to] = [formatWholeUsd(low), formatWholeUsd(high)];
  const range = from === to ? '' : ` ${texts.range(from, to)}`;
  const saved = limits?.budget.limit ?? null;
  const limit = tried ?? (saved === null ? null : Number(saved));
  if (limit === null) return `${range}.`;
  const isExceeded = limits?.budget.exceeded === true;
  const crossed = isExceeded && tried === null ? null : crossingDay(forecast, limit);
  return [
    `${range}, ${againstText(middle - limit, tried)}.`,
    crossed === null
      ? middle < limit && high >= limit
        ? texts.mayCross
        : []
      : crossed === forecast.today
        ? texts.crossedToday
        : texts.crossed(formatUtcDay(crossed)),
    isExceeded ? [] : actionText(limits),
  ]
    .flat()
    .join(' ');
}

function againstText(difference: number, tried: number | null): string {
  const usd = formatWholeUsd(Math.abs(difference));
  if (tried !== null) return (difference > 0 ? texts.overTried : texts.underTried)(usd, formatLimit('budget', tried));
  if (difference === 0) return texts.onBudget;
  return difference > 0 ? texts.over(usd) : texts.under(usd);
}

function actionText(limits: AiLimits | undefined): readonly string[] {
  if (limits?.action === 'soft') return [texts.soft(capConsequence.softText)];
  return limits?.action === 'hard' ? [hardConsequence(limits)] : [];
}
