import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, Suspense, useState } from 'react';
import { listAiUsage } from '#contract/ai-reports.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { shareOf } from '#contract/usd.ts';
import { TranscriptDialog } from '#src/ai-usage/calls/transcript-dialog.tsx';
import { CapAlerts } from '#src/ai-usage/caps/cap-alerts.tsx';
import { CapChanges } from '#src/ai-usage/caps/cap-changes.tsx';
import { outlookOf } from '#src/ai-usage/caps/cap-outlook.ts';
import { CapsPanel } from '#src/ai-usage/caps/caps-panel.tsx';
import { savedByCache } from '#src/ai-usage/figures/usage-sums.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import { limitsOptions, usageOptions, useHasReports, billingOptions, reportOptions } from '#src/ai-usage/queries.ts';
import { METRICS, type UsageSearch, type TabProps, type CallsSearch } from '#src/ai-usage/search.ts';
import { view } from '#src/ai-usage/view.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCompact, formatPercent } from '#src/format/compact.ts';
import { addDays, monthStart, utcToday } from '#src/format/days.ts';
import { formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatTime } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { isAhead, windowOf, type DayWindow } from '#src/panels/day-window.ts';
import { useEmbedded } from '#src/panels/embedded.ts';
import { formatUtcDays } from '#src/panels/window-text.ts';
import { Button } from '#src/ui/button.tsx';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Skeleton } from '#src/ui/loading.tsx';
import { BurnUpPanel } from './burn-up-panel.tsx';
import { BreakdownPanel } from './breakdown-panel.tsx';
import { CostliestPanel } from './costliest-panel.tsx';
import { messages } from './messages.ts';
import { metricOf, withMetric } from './metric-switch.tsx';
import { useMonthFigures } from './month-figures.ts';
import { PerDayPanel } from './per-day-panel.tsx';
import { UsageHead } from './usage-head.tsx';
import { costPerTicket, resolvedFilter, useResolved } from './resolved-cost.ts';
import { useDaysBefore, useShownWindow, useWindowFigures, type WindowFigures } from './window-figures.ts';

const PriceDialog = lazyComponent(() => import('./price-dialog.tsx'), 'PriceDialog');

/** The money that is spent, whether the budget lasts, and on what; alone in a frame, what a glance at the budget needs. */
export function UsageTab({ search, go }: TabProps<UsageSearch>) {
  const embedded = useEmbedded();
  // What only shows has no caps to try.
  const shown = embedded?.canEdit === false ? { ...search, edit: undefined } : search;
  return embedded?.only === 'gauge' ? <Gauge search={shown} go={go} /> : <Usage search={shown} go={go} />;
}

function Gauge({ search, go }: TabProps<UsageSearch>) {
  const nowMs = useNow();
  const usage = useQuery(usageOptions());
  const limits = useQuery(limitsOptions());
  const month = useMonthFigures(usage.data);
  const today = utcToday(nowMs);
  return (
    <>
      <UsageHead usage={usage} month={month} limits={limits.data}>
        <p className="text-12 text-ink-3">{formatUtcDays({ from: monthStart(today), to: addDays(today, 1) })}</p>
      </UsageHead>
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
  const figures = useWindowFigures(window);
  const before = useDaysBefore(window, figures.data !== undefined);
  const outlook = outlookOf(usage.data, useNow());
  const [{ group, entries: keys }] = view.keys;
  const nextMetric = METRICS[(METRICS.indexOf(metricOf(search)) + 1) % METRICS.length] ?? 'cost';
  useShortcut(keys.metric.keys, () => go(withMetric(search, nextMetric)), {
    label: keys.metric.label,
    group,
  });
  return (
    <>
      <UsageHead usage={usage} month={month} limits={limits.data}>
        <UsageStrip usage={usage.data} window={window} figures={figures.data} />
      </UsageHead>
      <UsageFacts usage={usage.data} search={search} />
      <div className="mt-5 flex gap-8 @max-[1048px]:flex-col">
        <BurnUpPanel usage={usage} month={month} limits={limits.data} />
        <div className="flex-none border-line @max-[1048px]:border-t @max-[1048px]:pt-4 @min-[1048px]:w-[380px] @min-[1048px]:border-s @min-[1048px]:ps-8">
          <CapsPanel search={search} go={go} />
        </div>
      </div>
      <div className="mt-5 flex flex-col gap-6 border-t border-line pt-4">
        <PerDayPanel window={window} figures={figures} before={before.data} search={search} go={go} />
        <BreakdownPanel window={window} figures={figures} search={search} go={go} />
        {hasReports && !isAhead(window, window.today) ? <CostliestPanel window={window} /> : null}
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
          <CapChanges />
          {limits.data === undefined ? null : <CapAlerts limits={limits.data} outlook={outlook} />}
        </div>
      </div>
      <TranscriptDialog search={search} onClose={() => go({ ...search, transcript: undefined })} />
    </>
  );
}

interface UsageFactsProps {
  readonly usage: Reply<typeof getAiUsage> | undefined;
  readonly search: UsageSearch;
}

/** The facts that are needed to read the figures: whose days, the billing cycle, calls that cost nothing for want of a price. */
function UsageFacts({ usage, search }: UsageFactsProps) {
  const hasReports = useHasReports();
  const today = usage?.trend?.at(-1)?.date;
  const unpriced = usage?.summary.unpriced_calls_month ?? 0;
  return (
    <section
      aria-label={messages.facts.label}
      className="mt-2.5 flex min-h-6 flex-wrap items-center gap-x-6 gap-y-1 text-12 text-ink-3 max-md:min-h-15"
    >
      <Days search={search} />
      <BillingCycle />
      {today === undefined ? null : hasReports ? (
        <ModelPrices today={today} />
      ) : unpriced === 0 ? null : (
        <p className="text-warn-text">
          <Icon name="warning" size={14} className="me-1.5 inline align-[-2px]" />
          {messages.facts.unpriced(unpriced, formatCount(unpriced))}
        </p>
      )}
      {search.from === undefined || hasReports ? null : <p className="text-warn-text">{messages.facts.needsReports}</p>}
    </section>
  );
}

/** The service adds up whole UTC days; where those begin by the clock of whoever looks. */
function Days({ search }: Pick<UsageFactsProps, 'search'>) {
  const zone = useDisplayZone();
  const { from, to } = windowOf(search, utcToday(useNow()));
  const beginsOn = (day: string) => formatTime(`${day}T00:00:00Z`, zone);
  const [first, last] = [beginsOn(from), beginsOn(addDays(to, -1))];
  if (first !== last) return <p>{messages.facts.utcChanging(zone, first, last)}</p>;
  return <p>{last === '00:00' ? messages.facts.utc : messages.facts.utcIn(zone, last)}</p>;
}

/** The billing cycle, which need not be the calendar month: asked for when it is unfolded. */
function BillingCycle() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer leading-6">{messages.facts.billing}</summary>
      {isOpen ? <Cycle /> : null}
    </details>
  );
}

function Cycle() {
  const { data, isError } = useQuery(billingOptions());
  if (data === undefined) return <p>{isError ? messages.facts.cycleFailed : messages.facts.cycleLoading}</p>;
  const { cycle_start_utc: start, cycle_end_utc: end, ai_replies_served: replies, bot_tokens: tokens } = data;
  // The API document does not say what is in the answer: another service may leave any of it out.
  if (start === undefined || end === undefined || replies === undefined || tokens === undefined)
    return <p>{messages.facts.cycleUnknown}</p>;
  const [from, to] = [formatUtcDay(start.slice(0, 10)), formatUtcDay(end.slice(0, 10))];
  return <p>{messages.facts.cycle(from, to, formatCount(replies), formatCompact(tokens))}</p>;
}

/** The models that have no price, each a way to its calls of this month, and the dialog that sets one. */
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
          {messages.facts.unpriced(calls, formatCount(calls))}{' '}
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
            {messages.facts.model(model, formatCount(unpriced_calls))}
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

interface UsageStripProps {
  readonly usage: Reply<typeof getAiUsage> | undefined;
  readonly window: DayWindow;
  readonly figures: WindowFigures | undefined;
}

const texts = messages.strip;

/** Figures of today, this month and the shown days; each opens the rows that it counts. */
function UsageStrip({ usage, window, figures }: UsageStripProps) {
  const hasReports = useHasReports();
  const today = usage?.trend?.at(-1)?.date;
  const sums = usage?.summary;
  const toCalls = (from: 'today' | 'month', more: CallsSearch = {}): CallsSearch | undefined =>
    hasReports && today !== undefined
      ? { from: from === 'today' ? today : monthStart(today), to: addDays(today, 1), ...more }
      : undefined;
  const ofMonth = (part: number): string => {
    const share = shareOf(part, sums?.calls_month ?? 0);
    return share === null ? texts.noCallsMonth : texts.ofCallsMonth(formatPercent(share));
  };
  const saved = figures && savedByCache(figures.features);
  const resolved = useResolved(window);
  const perTicket =
    figures === undefined || resolved === undefined ? null : costPerTicket(figures.total.costUsd, resolved);
  return (
    <section
      aria-label={texts.label}
      className="mt-3.5 flex gap-4 border-y border-line py-2.5 max-md:grid max-md:grid-cols-2 max-md:gap-y-3"
    >
      <Figure
        label={texts.callsToday}
        value={sums && formatCount(sums.calls_today)}
        note={sums && texts.yesterday(formatCount(sums.calls_yesterday))}
        to={toCalls('today')}
      />
      <Figure
        label={texts.tokensToday}
        value={sums && formatCompact(sums.tokens_today)}
        exact={sums && formatCount(sums.tokens_today)}
        note={sums && texts.tokensMonth(formatCompact(sums.tokens_month))}
        to={toCalls('today')}
      />
      <Figure
        label={texts.cacheHits}
        value={sums && formatCount(sums.cache_hits_month)}
        note={sums && ofMonth(sums.cache_hits_month)}
        to={toCalls('month', { cache: 'hit' })}
      />
      <Figure
        label={texts.saved}
        value={saved === undefined ? undefined : texts.approximately(formatWholeUsd(saved))}
        exact={saved === undefined ? undefined : texts.approximately(formatUsd(saved))}
        note={saved === undefined ? undefined : texts.estimate(page.days(window.days))}
      />
      <Figure
        label={texts.errors}
        value={sums && formatCount(sums.errors_month)}
        note={sums && ofMonth(sums.errors_month)}
        to={toCalls('month', { status: 'error' })}
      />
      {resolved === undefined ? null : (
        <Link
          to="/inbox"
          search={{ status: 'resolved,closed', filter: resolvedFilter(window) }}
          className={`${FIGURE} hover:bg-hover`}
          title={texts.showTickets}
        >
          <FigureText
            label={texts.perTicket}
            value={perTicket === null ? messages.breakdown.none : formatUsd(perTicket)}
            note={texts.resolved(resolved, formatCount(resolved), page.days(window.days))}
          />
        </Link>
      )}
    </section>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly note: string | undefined;
  /** The value without rounding. */
  readonly exact?: string | undefined;
  /** The calls that it counts. */
  readonly to?: CallsSearch | undefined;
}

const FIGURE = 'block min-w-0 flex-1 text-inherit no-underline';

function Figure({ to, ...figure }: FigureProps) {
  if (to === undefined) {
    return (
      <div className={FIGURE}>
        <FigureText {...figure} />
      </div>
    );
  }
  return (
    <Link to="/ai/usage/calls" search={to} className={`${FIGURE} hover:bg-hover`} title={texts.showCalls}>
      <FigureText {...figure} />
    </Link>
  );
}

function FigureText({ label, value, note, exact }: Omit<FigureProps, 'to'>) {
  return (
    <>
      <span className="block text-12 text-ink-3">{label}</span>
      <span className="block h-7 text-20 font-semibold tabular-nums" title={exact}>
        {value ?? <Skeleton className="h-5 w-14" />}
      </span>
      <span className="block h-4 truncate text-12 text-ink-3 tabular-nums">{note}</span>
    </>
  );
}
