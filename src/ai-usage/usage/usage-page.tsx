import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, Suspense, useState, type ReactNode } from 'react';
import { crossingDay, reachedOn, verdictOf, type Forecast, type MonthCurve } from '#contract/ai-forecast.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import { listAiUsage } from '#contract/ai-reports.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { listTickets } from '#contract/tickets.ts';
import { sumUsd } from '#contract/usd.ts';
import { TranscriptDialog } from '#src/ai-usage/calls/transcript-dialog.tsx';
import { CapAlerts } from '#src/ai-usage/caps/cap-alerts.tsx';
import { formatLimit } from '#src/ai-usage/caps/cap-amounts.ts';
import { CapChanges } from '#src/ai-usage/caps/cap-changes.tsx';
import { hardConsequence, hardUntil } from '#src/ai-usage/caps/cap-effects.ts';
import { CapsPanel } from '#src/ai-usage/caps/caps-panel.tsx';
import { messages as capMessages } from '#src/ai-usage/caps/messages.ts';
import { FIGURE_LINK } from '#src/ai-usage/figure-cells.tsx';
import { messages as page } from '#src/ai-usage/messages.ts';
import { billingOptions, limitsOptions, reportOptions, usageOptions, useHasReports } from '#src/ai-usage/queries.ts';
import type { TabProps, UsageSearch } from '#src/ai-usage/search.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCompact, formatCount } from '#src/format/number.ts';
import { addDays, monthStart, utcToday, formatUtcDay, formatUtcMonth } from '#src/format/days.ts';
import { formatExactUsd, formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatTime } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { isAhead, formatUtcDays } from '#src/panels/day-window.ts';
import { useEmbedded } from '#src/panels/embedded.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { BreakdownPanel } from './breakdown-panel.tsx';
import { BurnUpPanel } from './burn-up-panel.tsx';
import { CostliestPanel } from './costliest-panel.tsx';
import { DaysPanel } from './days-panel.tsx';
import { messages } from './messages.ts';
import { type MonthFigures, type ShownWindow, useDays, useMonthFigures, useShownWindow } from './shown-figures.ts';

const PriceDialog = lazyComponent(() => import('./price-dialog.tsx'), 'PriceDialog');

type Usage = Reply<typeof getAiUsage>;

/** The page of AI usage; in a frame, the verdict and the caps alone. */
export function UsagePage({ search, go }: TabProps<UsageSearch>) {
  const embedded = useEmbedded();
  // A frame without changes has no form.
  const shown = embedded?.canEdit === false ? { ...search, edit: undefined } : search;
  return embedded?.only === 'gauge' ? <Gauge search={shown} go={go} /> : <Usage search={shown} go={go} />;
}

function Gauge({ search, go }: TabProps<UsageSearch>) {
  const usage = useQuery(usageOptions());
  const limits = useQuery(limitsOptions());
  const month = useMonthFigures(usage.data);
  const today = utcToday(useNow());
  return (
    <>
      <Head usage={usage} month={month} limits={limits.data}>
        <p className="text-12 text-ink-3">{formatUtcDays({ from: monthStart(today), to: addDays(today, 1) })}</p>
      </Head>
      <div className="mt-4 border-t border-line pt-3">
        <CapsPanel search={search} go={go} />
      </div>
    </>
  );
}

function Usage({ search, go }: TabProps<UsageSearch>) {
  const usage = useQuery(usageOptions());
  const limits = useQuery(limitsOptions());
  const hasReports = useHasReports();
  const month = useMonthFigures(usage.data);
  const window = useShownWindow(search);
  const days = useDays(window);
  return (
    <>
      <Head usage={usage} month={month} limits={limits.data}>
        <Facts usage={usage.data} window={window} costUsd={days.data && sumUsd(days.data.map((day) => day.costUsd))} />
        {search.from === undefined || hasReports ? null : (
          <p className="text-12 text-warn-text">{messages.facts.needsReports}</p>
        )}
      </Head>
      <div className="mt-5 flex gap-8 border-t border-line pt-4 @max-[1048px]:flex-col">
        <BurnUpPanel usage={usage} month={month} limits={limits.data} />
        <div className="flex-none border-line @max-[1048px]:border-t @max-[1048px]:pt-4 @min-[1048px]:w-[380px] @min-[1048px]:border-s @min-[1048px]:ps-8">
          <CapsPanel search={search} go={go} />
        </div>
      </div>
      <div className="mt-5 flex flex-col gap-6 border-t border-line pt-4">
        <DaysPanel window={window} query={days} search={search} go={go} />
        <BreakdownPanel window={window} search={search} go={go} />
        {hasReports && !isAhead(window, window.today) ? <CostliestPanel window={window} /> : null}
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
          <CapChanges />
          {limits.data === undefined ? null : <CapAlerts limits={limits.data} />}
        </div>
      </div>
      <TranscriptDialog search={search} onClose={() => go({ ...search, transcript: undefined })} />
    </>
  );
}

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

function Head({ usage, month, limits, children }: HeadProps) {
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

const facts = messages.facts;

interface FactsProps {
  readonly usage: Usage | undefined;
  readonly window: ShownWindow;
  /** Cost of the window. */
  readonly costUsd: number | undefined;
}

/** The zone of the days, the cost of a resolved ticket, the billing cycle, and calls without a price. */
function Facts({ usage, window, costUsd }: FactsProps) {
  const hasReports = useHasReports();
  const today = usage?.trend?.at(-1)?.date;
  const unpriced = usage?.summary.unpriced_calls_month ?? 0;
  return (
    <section
      aria-label={facts.label}
      className="mt-2.5 flex min-h-6 flex-wrap items-center gap-x-6 gap-y-1 text-12 text-ink-3 max-md:min-h-15"
    >
      <DaysFact window={window} />
      <BillingCycle />
      {today === undefined ? null : hasReports ? (
        <ModelPrices today={today} />
      ) : unpriced === 0 ? null : (
        <p className="text-warn-text">
          <Icon name="warning" size={14} className="me-1.5 inline align-[-2px]" />
          {facts.unpriced(unpriced, formatCount(unpriced))}
        </p>
      )}
      {/* Last, as it loads last. */}
      <ResolvedFact window={window} costUsd={costUsd} />
    </section>
  );
}

/** The service adds up whole UTC days; this says when they begin in the reader's zone. */
function DaysFact({ window: { from, to } }: { readonly window: ShownWindow }) {
  const zone = useDisplayZone();
  const beginsOn = (day: string) => formatTime(`${day}T00:00:00Z`, zone);
  const [first, last] = [beginsOn(from), beginsOn(addDays(to, -1))];
  if (first !== last) return <p>{facts.utcChanging(zone, first, last)}</p>;
  return <p>{last === '00:00' ? facts.utc : facts.utcIn(zone, last)}</p>;
}

/** The cost of the window for each ticket that was resolved in it and still is; a link to these tickets. */
function ResolvedFact({ window: { from, to }, costUsd }: Pick<FactsProps, 'window' | 'costUsd'>) {
  const value = [`${from}T00:00:00.000Z`, `${to}T00:00:00.000Z`];
  const filter = JSON.stringify({ all: [{ field: 'resolved_utc', op: 'between', value }] });
  const { data } = useQuery({
    ...read(listTickets, { status: ['resolved', 'closed'], filter, limit: 1 }),
    enabled: isWholeService(useWhoami()),
  });
  const resolved = data?.total_count ?? 0;
  if (costUsd === undefined || resolved === 0) return null;
  return (
    <p>
      <Link to="/inbox" search={{ status: 'resolved,closed', filter }} className={FIGURE_LINK}>
        {facts.perTicket(formatUsd(costUsd / resolved), resolved, formatCount(resolved))}
      </Link>
    </p>
  );
}

/** The billing cycle need not be the calendar month. It is loaded when it is unfolded. */
function BillingCycle() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer leading-6">{facts.billing}</summary>
      {isOpen ? <Cycle /> : null}
    </details>
  );
}

function Cycle() {
  const { data, isError } = useQuery(billingOptions());
  if (data === undefined) return <p>{isError ? facts.cycleFailed : facts.cycleLoading}</p>;
  const { cycle_start_utc: start, cycle_end_utc: end, ai_replies_served: replies, bot_tokens: tokens } = data;
  // The API document names no field of the answer: another service may leave any of them out.
  if (start === undefined || end === undefined || replies === undefined || tokens === undefined)
    return <p>{facts.cycleUnknown}</p>;
  const [from, to] = [formatUtcDay(start.slice(0, 10)), formatUtcDay(end.slice(0, 10))];
  return <p>{facts.cycle(from, to, formatCount(replies), formatCompact(tokens))}</p>;
}

/** The models without a price, each a link to its calls of this month, and the dialog that sets a price. */
function ModelPrices({ today }: { readonly today: string }) {
  const { prices: texts } = messages;
  const window = { from: monthStart(today), to: addDays(today, 1) };
  const { data } = useQuery(reportOptions(listAiUsage, { ...window, group_by: ['model'], limit: 200 }));
  const { reason } = useWriteAccess('ai_limits:write');
  const canEdit = useEmbedded()?.canEdit !== false;
  const [isOpen, setOpen] = useState(false);
  const models = data?.items.filter(({ unpriced_calls }) => unpriced_calls > 0) ?? [];
  const calls = models.reduce((sum, { unpriced_calls }) => sum + unpriced_calls, 0);
  return (
    <p className={calls === 0 ? '' : 'text-warn-text'}>
      {calls === 0 ? null : (
        <>
          <Icon name="warning" size={14} className="me-1.5 inline align-[-2px]" />
          {facts.unpriced(calls, formatCount(calls))}{' '}
        </>
      )}
      {models.map(({ model = '', unpriced_calls }, index) => (
        <Fragment key={model}>
          {index === 0 ? '' : ', '}
          <Link
            to="/ai/usage/calls"
            search={{ ...window, model, unpriced: '1' }}
            className="hit relative font-medium text-accent-text hover:underline"
          >
            {facts.model(model, formatCount(unpriced_calls))}
          </Link>
        </Fragment>
      ))}
      {canEdit ? (
        <Button size="sm" variant="ghost" className="ms-1" disabledReason={reason} onClick={() => setOpen(true)}>
          {calls === 0 ? texts.open : texts.set}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {isOpen ? (
          <PriceDialog unpriced={models.map(({ model = '' }) => model)} onClose={() => setOpen(false)} />
        ) : null}
      </Suspense>
    </p>
  );
}
