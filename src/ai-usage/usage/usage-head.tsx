import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reachedOn, type MonthCurve, crossingDay, verdictOf, type Forecast } from '#contract/ai-forecast.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { formatLimit } from '#src/ai-usage/caps/cap-amounts.ts';
import { capConsequence, hardUntil, untilText, hardConsequence } from '#src/ai-usage/caps/cap-outlook.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import { utcToday } from '#src/format/days.ts';
import { formatExactUsd, formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDay, formatUtcMonth } from '#src/format/utc-day.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';
import type { MonthFigures } from './month-figures.ts';

const texts = messages.hero;

interface UsageHeadProps {
  readonly usage: UseQueryResult<Reply<typeof getAiUsage>>;
  readonly month: MonthFigures;
  /** Undefined while they are not there, or where they cannot be read. */
  readonly limits: AiLimits | undefined;
  /** Below the figure; gone where that cannot be loaded. */
  readonly children: ReactNode;
}

/** The one figure of the page with its sentence. */
export function UsageHead({ usage, month, limits, children }: UsageHeadProps) {
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
              <div className={MEANING} />
            </>
          }
        >
          {() => <Hero month={month} limits={limits} />}
        </QueryState>
      </section>
      {usage.data === undefined && usage.isError ? null : children}
    </>
  );
}

type HeroProps = Pick<UsageHeadProps, 'month' | 'limits'>;

/** The cost of this month, of what, and where it goes. */
function Hero({ month: { trend, costUsd, curve, forecast }, limits }: HeroProps) {
  const now = useNow();
  const month = formatUtcMonth(trend.at(-1)?.date ?? utcToday(now));
  const hasCalls = trend.some(({ calls }) => calls > 0);
  const exceeded = limits === undefined ? null : exceededText(limits, curve, now);
  const isStopped = limits?.budget.exceeded === true && limits.action === 'hard';
  return (
    <>
      <h2 className="text-28 font-semibold tabular-nums" title={formatExactUsd(costUsd)}>
        {formatUsd(costUsd)} <span className="text-14 font-normal text-ink-3">{ofText(limits, month)}</span>
      </h2>
      <p className="min-h-5 text-pretty text-ink-2 max-md:min-h-15">
        {exceeded === null ? null : <strong className="font-medium text-danger-text">{exceeded} </strong>}
        {!hasCalls ? (
          texts.noCalls(page.days(trend.length))
        ) : forecast === null ? (
          texts.tooEarly
        ) : isStopped ? null : (
          <>
            <b className="font-semibold text-ink tabular-nums">{rangeText(forecast)}</b>{' '}
            {texts.by(formatUtcDay(forecast.lastDay))}
            {paceText(forecast, limits, curve)}
          </>
        )}
      </p>
      {forecast === null || isStopped ? null : <p className={MEANING}>{texts.meaning}</p>}
    </>
  );
}

const MEANING = 'min-h-4 text-12 text-pretty text-ink-3 max-md:min-h-8';

function ofText(limits: AiLimits | undefined, month: string): string {
  if (limits === undefined) return texts.inMonth(month);
  const { limit } = limits.budget;
  return limit === null ? texts.noBudget(month) : texts.of(formatLimit('budget', limit), month);
}

/** Which caps are passed, when, and what follows from it; null while none is. Calls of a minute are over before they are read. */
function exceededText(limits: AiLimits, curve: MonthCurve, nowMs: number): string | null {
  const passed = (['budget', 'daily_tokens'] as const).filter((cap) => limits[cap].exceeded);
  const [first] = passed;
  if (first === undefined) return null;
  const facts = passed.map((cap) => {
    const limit = limits[cap].limit ?? 0;
    if (cap === 'daily_tokens') return texts.passedToday(formatLimit(cap, limit));
    const day = reachedOn(curve, Number(limit));
    return day === null ? texts.passed : texts.passedOn(formatUtcDay(day));
  });
  const { action } = limits;
  const does = action === 'hard' ? hardUntil(limits, untilText(first, nowMs)) : texts.soft(capConsequence.softText);
  return [...facts, does].join(' ');
}

/** "$165 to $217"; one amount where the range has no width. */
function rangeText({ monthEnd: { low, high } }: Forecast): string {
  const [from, to] = [formatWholeUsd(low), formatWholeUsd(high)];
  return from === to ? from : texts.range(from, to);
}

/** The words behind "$165 to $217 by 30 Nov": how that compares with the budget, when it is passed, what the cap then does. */
function paceText(forecast: Forecast, limits: AiLimits | undefined, curve: MonthCurve): string {
  if (limits === undefined || limits.budget.limit === null) return '.';
  const limit = Number(limits.budget.limit);
  const verdict = verdictText(forecast, limit);
  // The sentence before has said that the budget is passed.
  if (reachedOn(curve, limit) !== null) return `, ${verdict}.`;
  const day = crossingDay(forecast, limit);
  return [
    `${texts.budget(formatLimit('budget', limit))} ${verdict}.`,
    day === null ? [] : day === forecast.today ? texts.crossedToday : texts.crossed(formatUtcDay(day)),
    actionText(limits),
  ]
    .flat()
    .join(' ');
}

function verdictText({ monthEnd }: Forecast, limit: number): string {
  return texts.verdict[verdictOf(monthEnd, limit)](formatWholeUsd(Math.abs(monthEnd.middle - limit)));
}

function actionText(limits: AiLimits): readonly string[] {
  if (limits.action === 'soft') return [texts.soft(capConsequence.softText)];
  return limits.action === 'hard' ? [hardConsequence(limits)] : [];
}
