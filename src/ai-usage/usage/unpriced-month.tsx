import { useMemo } from 'react';
import { FORECAST_DAYS, forecastMonth } from '#contract/ai-forecast.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import { sumUsd } from '#contract/usd.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { withUnpriced } from '#src/ai-usage/figures/unpriced.ts';
import type { TabProps, UsageSearch } from '#src/ai-usage/search.ts';
import { messages as texts } from '#src/ai-usage/unpriced/messages.ts';
import { UnpricedText } from '#src/ai-usage/unpriced/unpriced-line.tsx';
import { useUnpriced, type Unpriced } from '#src/ai-usage/unpriced/use-unpriced.ts';
import { addDays, monthStart } from '#src/format/days.ts';
import { formatUsd } from '#src/format/money.ts';
import { forecastWith, triedOf } from './forecast-text.ts';

type Trend = NonNullable<Reply<typeof getAiUsage>['trend']>;

interface UnpricedMonthProps extends TabProps<UsageSearch> {
  /** Those of this month that have no price. */
  readonly calls: number;
  /** Up to today. */
  readonly trend: Trend;
  readonly costMonth: number;
  readonly limits: AiLimits | undefined;
  /** A forecast is shown without them. */
  readonly isForecast: boolean;
}

/** The end of the hero's sentence: what its costs leave out, at the price of a model that can be chosen, and the same with it. */
export function UnpricedMonth({ calls, trend, costMonth, limits, search, go, isForecast }: UnpricedMonthProps) {
  const unpriced = useUnpricedMonth(trend.at(-1)?.date, search.price, calls);
  const together = useMemo(() => {
    if (unpriced === null) return null;
    const cost = sumUsd([costMonth, unpriced.month.cost.usd]);
    return { cost, forecast: isForecast ? forecastMonth(withUnpriced(trend, unpriced.history.cost), cost) : null };
  }, [unpriced, trend, costMonth, isForecast]);
  if (calls === 0) return null;
  return (
    <>
      {' '}
      <UnpricedText calls={calls} unpriced={unpriced?.month ?? null} onPrice={(price) => go({ ...search, price })} />
      {together === null ? null : (
        <>
          {' '}
          {texts.with(formatUsd(together.cost))}
          {together.forecast === null ? '.' : `, ${forecastWith(together.forecast, limits, triedOf(search, limits))}`}
        </>
      )}
    </>
  );
}

/** Of this month, and of all days that the forecast is made from. */
export interface UnpricedOfMonth {
  readonly month: Unpriced;
  readonly history: Unpriced;
}

export function useUnpricedMonth(
  today: string | undefined,
  price: string | undefined,
  calls: number,
): UnpricedOfMonth | null {
  const tomorrow = addDays(today ?? '2000-01-01', 1);
  const isAsked = today !== undefined && calls > 0;
  const month = useUnpriced({ from: monthStart(today ?? tomorrow), to: tomorrow }, price, isAsked);
  const history = useUnpriced({ from: addDays(tomorrow, -FORECAST_DAYS), to: tomorrow }, price, isAsked);
  return useMemo(() => (month === null || history === null ? null : { month, history }), [month, history]);
}
