import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reachedOn, type MonthCurve, crossingDay, verdictOf, type Forecast } from '#contract/ai-forecast.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import type { CapAction } from '#contract/ai-names.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { formatLimit } from '#src/ai-usage/caps/cap-amounts.ts';
import { actionAfter } from '#src/ai-usage/caps/cap-draft.ts';
import { capConsequence, hardUntil, untilText, hardConsequence } from '#src/ai-usage/caps/cap-outlook.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import type { TabProps, UsageSearch } from '#src/ai-usage/search.ts';
import { utcToday } from '#src/format/days.ts';
import { formatExactUsd, formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDay, formatUtcMonth } from '#src/format/utc-day.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';
import type { MonthFigures } from './month-figures.ts';

const texts = messages.hero;

interface UsageHeadProps extends Pick<TabProps<UsageSearch>, 'search'> {
  readonly usage: UseQueryResult<Reply<typeof getAiUsage>>;
  readonly month: MonthFigures;
  /** Undefined while they are not there, or where they cannot be read. */
  readonly limits: AiLimits | undefined;
  /** Below the figure; gone where that cannot be loaded. */
  readonly children: ReactNode;
}

/** The one figure of the page with its sentence. */
export function UsageHead({ usage, month, limits, search, children }: UsageHeadProps) {
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
          {() => <Hero month={month} limits={limits} search={search} />}
        </QueryState>
      </section>
      {usage.data === undefined && usage.isError ? null : children}
    </>
  );
}

type HeroProps = Pick<UsageHeadProps, 'month' | 'limits' | 'search'>;

/** The cost of this month, of what, and where it goes. */
function Hero({ month: { trend, costUsd, curve, forecast }, limits, search }: HeroProps) {
  const now = useNow();
  const month = formatUtcMonth(trend.at(-1)?.date ?? utcToday(now));
  const hasCalls = trend.some(({ calls }) => calls > 0);
  const exceeded = limits === undefined ? null : exceededText(limits, curve, now);
  const tried = triedOf(search, limits);
  const isStopped = limits?.budget.exceeded === true && limits.action === 'hard' && tried === null;
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
            {paceText({ forecast, limits, tried, curve })}
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

/** What the address tries of the budget and the action; null where that is nothing, or what is saved. */
interface Tried {
  /** USD; null without a budget. */
  readonly limit: number | null;
  readonly action: CapAction;
}

function triedOf({ budget, action }: UsageSearch, limits: AiLimits | undefined): Tried | null {
  const savedUsd = savedBudget(limits);
  const limit = budget === undefined ? savedUsd : budget === 'none' ? null : Number(budget);
  const savedAction = actionAfter(null, limits?.action ?? 'none');
  const tried = { limit, action: action ?? savedAction };
  return limit === savedUsd && tried.action === savedAction ? null : tried;
}

/** "$165 to $217"; one amount where the range has no width. */
function rangeText({ monthEnd: { low, high } }: Forecast): string {
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
function paceText({ forecast, limits, tried, curve }: Pace): string {
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
