import type { getAiUsage } from '#contract/ai.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import type { Reply } from '#contract/operation.ts';
import { forecastMonth } from '#src/ai-usage/figures/forecast.ts';
import { monthCurve } from '#src/ai-usage/figures/month-curve.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';
import { utcToday } from '#src/ai-usage/usage-window.ts';
import { formatExactUsd, formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDay, formatUtcMonth } from '#src/format/utc-day.ts';
import { messages as panel } from '#src/panels/messages.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import { formatBudget } from './format-budget.ts';
import { exceededSentence, paceSentence } from './hero-sentences.ts';
import { messages } from './messages.ts';

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
