import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import {
  reachedOn,
  tryForecast,
  type MonthCurve,
  crossingDay,
  verdictOf,
  type Forecast,
} from '#contract/ai-forecast.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import type { CapAction } from '#contract/ai-names.ts';
import { listAiUsage } from '#contract/ai-reports.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { formatLimit } from '#src/ai-usage/caps/cap-amounts.ts';
import { actionAfter } from '#src/ai-usage/caps/cap-draft.ts';
import { capConsequence, hardUntil, untilText, hardConsequence } from '#src/ai-usage/caps/cap-outlook.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import { POLL_MS, reportOptions, useHasReports } from '#src/ai-usage/queries.ts';
import type { TabProps, UsageSearch } from '#src/ai-usage/search.ts';
import { messages as unpricedTexts, UnpricedText } from '#src/ai-usage/unpriced.tsx';
import { addDays, monthStart, utcToday } from '#src/format/days.ts';
import { formatExactUsd, formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDay, formatUtcMonth } from '#src/format/utc-day.ts';
import { messages as panel } from '#src/panels/messages.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import { Skeleton } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';
import type { MonthFigures, Trend } from './month-figures.ts';

const texts = messages.hero;

interface UsageHeadProps extends TabProps<UsageSearch> {
  readonly usage: UseQueryResult<Reply<typeof getAiUsage>>;
  readonly month: MonthFigures;
  /** Undefined while they are not there, or where they cannot be read. */
  readonly limits: AiLimits | undefined;
  /** Below the figure; gone where that cannot be loaded. */
  readonly children: ReactNode;
}

/** The one figure of the page with its sentence. */
export function UsageHead({ usage, month, limits, search, go, children }: UsageHeadProps) {
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
              <div className={TRIAL_HEIGHT} />
            </>
          }
        >
          {(data) => <Hero usage={data} month={month} limits={limits} search={search} go={go} />}
        </QueryState>
      </section>
      {usage.data === undefined && usage.isError ? null : children}
    </>
  );
}

interface HeroProps extends Pick<UsageHeadProps, 'month' | 'limits' | 'search' | 'go'> {
  readonly usage: Reply<typeof getAiUsage>;
}

/** The cost of this month, of what, and where it goes. */
function Hero({ usage: { summary }, month: { trend, own, unpriced, together }, limits, search, go }: HeroProps) {
  const now = useNow();
  const hasDrawer = useHasApiCalls();
  const { costUsd, curve, forecast } = own;
  const month = formatUtcMonth(trend.at(-1)?.date ?? utcToday(now));
  const hasCalls = trend.some(({ calls }) => calls > 0);
  const unpricedCalls = summary.unpriced_calls_month ?? 0;
  const exceeded = limits === undefined ? null : exceededText(limits, curve, now);
  const tried = triedOf(search, limits);
  const isStopped = limits?.budget.exceeded === true && limits.action === 'hard' && tried === null;
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 text-28 font-semibold tabular-nums" title={formatExactUsd(costUsd)}>
          {formatUsd(costUsd)} <span className="text-14 font-normal text-ink-3">{ofText(limits, month)}</span>
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
      {/* The report on calls without a price loads separately and adds a second line. */}
      <p className={`text-pretty text-ink-2 max-md:min-h-15 ${unpricedCalls === 0 ? 'min-h-5' : 'min-h-10'}`}>
        {exceeded === null ? null : <strong className="font-medium text-danger-text">{exceeded} </strong>}
        {exceeded !== null && limits?.action === 'hard' ? (
          <RanAllTheSame from={limits.budget.exceeded ? monthStart(utcToday(now)) : utcToday(now)} />
        ) : null}
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
        {unpricedCalls === 0 ? null : (
          <>
            {' '}
            <UnpricedText calls={unpricedCalls} unpriced={unpriced} onPrice={(price) => go({ ...search, price })} />
          </>
        )}
        {together === null ? null : (
          <>
            {' '}
            {unpricedTexts.with(formatUsd(together.costUsd))}
            {together.forecast === null || forecast === null || isStopped
              ? '.'
              : `, ${forecastWith(together.forecast, limits, tried)}`}
          </>
        )}
      </p>
      {forecast === null || isStopped ? null : <Trial trend={trend} />}
    </>
  );
}

/** What others spent while the hard cap was exceeded; nothing where it is not known. */
function RanAllTheSame({ from }: { readonly from: string }) {
  const window = { from, to: addDays(utcToday(useNow()), 1) };
  const { data } = useQuery({
    ...reportOptions(listAiUsage, window),
    enabled: useHasReports(),
    refetchInterval: POLL_MS,
  });
  const { over_cap_calls: calls = 0, over_cap_usd: usd = 0 } = data?.items[0] ?? {};
  if (calls === 0) return null;
  return (
    <>
      <Link
        to="/ai/usage/calls"
        search={{ ...window, over: '1' }}
        className="hit relative font-medium text-accent-text hover:underline"
      >
        {texts.ran(calls, formatCount(calls), formatUsd(usd))}
      </Link>{' '}
    </>
  );
}

const TRIAL_HEIGHT = 'min-h-4 text-12 max-md:min-h-8';

/** How often such a range holds, and how often it did in the months before. */
function Trial({ trend }: { readonly trend: Trend }) {
  const { held, tried } = useMemo(() => tryForecast(trend), [trend]);
  return (
    <p className={`${TRIAL_HEIGHT} text-pretty text-ink-3 tabular-nums`}>
      {texts.meaning} {tried === 0 ? texts.untried : texts.held(formatCount(held), formatCount(tried))}
    </p>
  );
}

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

/** "$165 to $217 by 30 Nov, $30 over budget.": the same range with what has no price. */
function forecastWith(forecast: Forecast, limits: AiLimits | undefined, tried: Tried | null): string {
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
