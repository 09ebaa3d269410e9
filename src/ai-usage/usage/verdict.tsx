import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { crossingDay, reachedOn, verdictOf, type Forecast, type MonthCurve } from '#contract/ai-forecast.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import { formatLimit } from '#src/ai-usage/caps/cap-amounts.ts';
import { hardConsequence, hardUntil } from '#src/ai-usage/caps/cap-effects.ts';
import { messages as capMessages } from '#src/ai-usage/caps/messages.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import { formatUtcDay, formatUtcMonth, utcToday } from '#src/format/days.ts';
import { formatExactUsd, formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { useNow } from '#src/format/use-now.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';
import type { MonthFigures, Usage } from './shown-figures.ts';

const hero = messages.hero;

interface VerdictProps {
  readonly month: MonthFigures;
  /** Undefined until they are loaded, or where they cannot be read. */
  readonly limits: AiLimits | undefined;
}

interface HeadProps extends VerdictProps {
  readonly usage: UseQueryResult<Usage>;
  /** Below the verdict; absent where that cannot be loaded. */
  readonly children: ReactNode;
}

/** The verdict on this month, above its facts, which are left out where the month could not be loaded. */
export function Head({ usage, month, limits, children }: HeadProps) {
  return (
    <>
      <section aria-label={hero.label}>
        <QueryState
          query={usage}
          name={hero.name}
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
          {() => <Verdict month={month} limits={limits} />}
        </QueryState>
      </section>
      {usage.data === undefined && usage.isError ? null : children}
    </>
  );
}

/** The cost of this month against its budget, and the forecast. */
function Verdict({ month: { trend, costUsd, curve, forecast }, limits }: VerdictProps) {
  const now = useNow();
  const month = formatUtcMonth(trend.at(-1)?.date ?? utcToday(now));
  const hasCalls = trend.some(({ calls }) => calls > 0);
  const exceeded = limits === undefined ? null : exceededText(limits, curve, now);
  const isStopped = limits?.budget.exceeded === true && limits.action === 'hard';
  const [low, high] = [forecast?.monthEnd.low ?? 0, forecast?.monthEnd.high ?? 0].map(formatWholeUsd);
  const isRange = low !== high;
  const amount = isRange ? hero.range(low ?? '', high ?? '') : low;
  return (
    <>
      <h2 className="text-28 font-semibold tabular-nums" title={formatExactUsd(costUsd)}>
        {formatUsd(costUsd)} <span className="text-14 font-normal text-ink-3">{ofText(limits, month)}</span>
      </h2>
      <p className="min-h-5 text-pretty text-ink-2 max-md:min-h-15">
        {exceeded === null ? null : <strong className="font-medium text-danger-text">{exceeded} </strong>}
        {!hasCalls ? (
          hero.noCalls(page.days(trend.length))
        ) : forecast === null ? (
          hero.tooEarly
        ) : isStopped ? null : (
          <>
            <b className="font-semibold text-ink tabular-nums">{amount}</b>{' '}
            {(isRange ? hero.byRange : hero.by)(formatUtcDay(forecast.lastDay))}
            {paceText(forecast, limits, curve)}
          </>
        )}
      </p>
    </>
  );
}

function ofText(limits: AiLimits | undefined, month: string): string {
  if (limits === undefined) return hero.inMonth(month);
  const { limit } = limits.budget;
  return limit === null ? hero.noBudget(month) : hero.of(formatLimit('budget', limit), month);
}

/** The caps that are passed, when, and what follows; null while none is. Calls of a minute are over before they are read. */
function exceededText(limits: AiLimits, curve: MonthCurve, nowMs: number): string | null {
  const passed = (['budget', 'daily_tokens'] as const).filter((cap) => limits[cap].exceeded);
  const [first] = passed;
  if (first === undefined) return null;
  const facts = passed.map((cap) => {
    const limit = limits[cap].limit ?? 0;
    if (cap === 'daily_tokens') return hero.passedToday(formatLimit(cap, limit));
    const day = reachedOn(curve, Number(limit));
    return day === null ? hero.passed : hero.passedOn(formatUtcDay(day));
  });
  return [...facts, limits.action === 'hard' ? hardUntil(limits, first, nowMs) : capMessages.effect.soft].join(' ');
}

/** The words behind "$165 to $217 by 30 Nov": how that compares with the budget, when it is passed, what the cap then does. */
function paceText(forecast: Forecast, limits: AiLimits | undefined, curve: MonthCurve): string {
  if (limits === undefined || limits.budget.limit === null) return '.';
  const limit = Number(limits.budget.limit);
  const { monthEnd } = forecast;
  const verdict = hero.verdict[verdictOf(monthEnd, limit)](formatWholeUsd(Math.abs(monthEnd.middle - limit)));
  // The sentence before says that the budget is passed.
  if (reachedOn(curve, limit) !== null) return `, ${verdict}.`;
  const day = crossingDay(forecast, limit);
  return [
    `${hero.budget(formatLimit('budget', limit))} ${verdict}.`,
    ...(day === null ? [] : [day === forecast.today ? hero.crossedToday : hero.crossed(formatUtcDay(day))]),
    ...(limits.action === 'soft' ? [capMessages.effect.soft] : []),
    ...(limits.action === 'hard' ? [hardConsequence(limits)] : []),
  ].join(' ');
}

interface MonthAndCapsProps {
  readonly chart: ReactNode;
  readonly children: ReactNode;
}

/** The chart of the month beside its caps; below it where there is no room. */
export function MonthAndCaps({ chart, children }: MonthAndCapsProps) {
  return (
    <div className="mt-5 flex gap-8 border-t border-line pt-4 @max-[1048px]:flex-col">
      <div className="min-w-0 flex-1">{chart}</div>
      <div className="flex-none border-line @max-[1048px]:border-t @max-[1048px]:pt-4 @min-[1048px]:w-[380px] @min-[1048px]:border-s @min-[1048px]:ps-8">
        {children}
      </div>
    </div>
  );
}
