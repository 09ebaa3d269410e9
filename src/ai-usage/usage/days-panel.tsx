import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { DayCost } from '#contract/ai-forecast.ts';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import { MIN_WEEKS, unusualDays, type UnusualDay } from '#src/ai-usage/figures/anomalies.ts';
import { addCalls, type CallSum, type DaySum, featuresOfDays } from '#src/ai-usage/figures/days.ts';
import { featureSeries, OTHER } from '#src/ai-usage/figures/feature-colours.ts';
import { reportOptions, useHasReports } from '#src/ai-usage/queries.ts';
import { type CallsSearch, METRICS, type Metric, type TabProps, type UsageSearch } from '#src/ai-usage/search.ts';
import { view } from '#src/ai-usage/view.ts';
import { Swatch } from '#src/charts/chart-colours.tsx';
import { ChartFrame, type ChartTable } from '#src/charts/chart-frame.tsx';
import type { ColumnChartProps } from '#src/charts/chart-props.ts';
import { ColumnChart } from '#src/charts/charts.tsx';
import { formatCompact, formatCount } from '#src/format/number.ts';
import { addDays, formatUtcDay, formatUtcWeekday } from '#src/format/days.ts';
import { formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatLocale } from '#src/i18n/locale.ts';
import { isAhead, type DayWindow, formatUtcDays } from '#src/panels/day-window.ts';
import { messages as panels } from '#src/panels/messages.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { messages } from './messages.ts';
import { type ShownWindow, useDaysBefore } from './shown-figures.ts';

interface DaysPanelProps extends TabProps<UsageSearch> {
  readonly window: ShownWindow;
  readonly query: UseQueryResult<readonly DaySum[]>;
}

const HEIGHT = 216;
/** px of the line below the chart. */
const LEGEND = 24;
const texts = messages.perDay;

/** The chosen metric of each day, by feature where the service says which. */
export function DaysPanel({ window, query, search, go }: DaysPanelProps) {
  const metric = search.metric ?? 'cost';
  const hasReports = useHasReports();
  const before = useDaysBefore(window, query.data !== undefined).data;
  const choose = (next: Metric) => go({ ...search, metric: next === 'cost' ? undefined : next });
  const [{ group, entries: keys }] = view.keys;
  useShortcut(keys.metric.keys, () => choose(METRICS[(METRICS.indexOf(metric) + 1) % METRICS.length] ?? 'cost'), {
    label: keys.metric.label,
    group,
  });
  const head = {
    title: texts.title[metric],
    note: formatUtcDays(window),
    actions: (
      <Segmented
        label={messages.metric.label}
        value={metric}
        options={METRICS.map((one) => ({ value: one, label: messages.metric[one] }))}
        onChange={choose}
      />
    ),
  };
  const { data: days } = query;
  const isShown = days !== undefined && !isAhead(window, window.today);
  const unusual = useMemo(
    () => (days === undefined || metric !== 'cost' ? null : unusualIn(days, before, window)),
    [days, metric, before, window],
  );
  if (!isShown)
    return (
      <Panel {...head}>
        <QueryState query={query} name={texts.name} skeleton={<div style={{ height: HEIGHT + LEGEND }} />}>
          {() => <p className="mt-2 text-ink-3">{panels.window.ahead}</p>}
        </QueryState>
      </Panel>
    );
  return (
    <div className="min-w-0">
      <ChartFrame {...head} table={daysTable(days, window, hasReports)}>
        <DaysChart days={days} window={window} metric={metric} unusual={unusual} />
      </ChartFrame>
      {hasReports ? null : <p className="mt-1 text-12 text-ink-3">{texts.withoutReports}</p>}
      {metric === 'cost' ? (
        <UnusualDays
          unusual={unusual}
          historyDays={(before?.length ?? 0) + days.length}
          hasCalls={(before?.length ?? 0) > 0 || days.some(({ calls }) => calls > 0)}
        />
      ) : null}
    </div>
  );
}

interface DaysChartProps {
  readonly days: readonly DaySum[];
  readonly window: ShownWindow;
  readonly metric: Metric;
  readonly unusual: readonly UnusualDay[] | null;
}

function DaysChart({ days, window, metric, unusual }: DaysChartProps) {
  const hasReports = useHasReports();
  const navigate = useNavigate();
  const dates = useMemo(() => days.map(({ date }) => date), [days]);
  const series = useMemo(() => seriesOf(days, metric), [days, metric]);
  const notes = useMemo(() => (unusual ?? []).map((day) => ({ day: day.date, text: unusualText(day) })), [unusual]);
  const format = useCallback(
    (value: number, length: 'short' | 'full') => formatMetric(metric, value, length),
    [metric],
  );
  const openDay = useCallback(
    (day: string, key?: string) => void navigate(callsOf(day, key === ALL || key === OTHER ? undefined : key)),
    [navigate],
  );
  return (
    <>
      <ColumnChart
        label={texts.label[metric](formatUtcDays(window))}
        days={dates}
        series={series}
        notes={notes}
        format={format}
        height={HEIGHT}
        isLastPartial={dates.at(-1) === window.today}
        onDay={hasReports ? openDay : undefined}
      />
      {series.length < 2 ? null : (
        <ul aria-label={texts.legend} className="mt-1 flex flex-wrap gap-x-4 text-12 text-ink-2">
          {series.map(({ key, label, colour }) => (
            <li key={key}>
              <Swatch colour={colour} />
              {label}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The calls of a day, or of a feature on it, the costliest first. */
function callsOf(day: string, feature?: string) {
  return { to: '/ai/usage/calls', search: { from: day, to: addDays(day, 1), feature, order: 'cost' } } as const;
}

/** The key of the one series without features. */
const ALL = 'all features';

/** One series for each feature that has anything, else one for all. */
function seriesOf(days: readonly DaySum[], metric: Metric): ColumnChartProps['series'] {
  const features = [...featuresOfDays(days)].filter(([, sum]) => valueOf(metric, sum) > 0).map(([feature]) => feature);
  if (features.length === 0)
    return [{ key: ALL, label: texts.all, colour: 1, values: days.map((day) => valueOf(metric, day)) }];
  return featureSeries(features).map(({ key, features: names, colour }) => ({
    key,
    label: key === OTHER ? texts.other : key,
    colour,
    values: days.map(({ byFeature }) => valueOf(metric, addCalls(names.flatMap((name) => byFeature?.get(name) ?? [])))),
  }));
}

function valueOf(metric: Metric, sum: CallSum): number {
  return { cost: sum.costUsd, calls: sum.calls, tokens: Number(sum.tokens) }[metric];
}

function formatMetric(metric: Metric, value: number, length: 'short' | 'full'): string {
  if (metric === 'cost') return length === 'short' ? formatWholeUsd(value) : formatUsd(value);
  return length === 'short' ? formatCompact(value) : formatCount(Math.round(value));
}

/** Every day with its figures, and the cost of each feature where the service says it. A day is a link to its calls. */
export function daysTable(
  days: readonly DaySum[],
  window: Pick<DayWindow, 'from' | 'to'>,
  hasCalls: boolean,
): ChartTable {
  const { day, cost, calls, tokens, unpriced } = texts.columns;
  const hasUnpriced = days.some(({ unpricedCalls }) => unpricedCalls > 0);
  const features = [...featuresOfDays(days)].filter(([, sum]) => sum.calls > 0).map(([feature]) => feature);
  const usdCell = (usd: number) => ({ shown: formatUsd(usd), exact: usd });
  const countCell = (n: number | bigint) => ({ shown: formatCount(n), exact: n });
  return {
    caption: texts.label.cost(formatUtcDays(window)),
    fileName: `ai-usage-daily-${window.from}-to-${addDays(window.to, -1)}-utc`,
    columns: [
      { key: 'date_utc', label: day, isNumber: false },
      { key: 'cost_usd', label: cost, isNumber: true },
      { key: 'calls', label: calls, isNumber: true },
      { key: 'tokens', label: tokens, isNumber: true },
      ...features.map((feature) => ({ key: `cost_usd_${feature}`, label: `${cost}, ${feature}`, isNumber: true })),
      ...(hasUnpriced ? [{ key: 'unpriced_calls', label: unpriced, isNumber: true }] : []),
    ],
    rows: days.map((sum) => [
      {
        shown: hasCalls ? (
          <Link {...callsOf(sum.date)} className="hit relative text-accent-text hover:underline">
            {formatUtcDay(sum.date)}
          </Link>
        ) : (
          formatUtcDay(sum.date)
        ),
        exact: sum.date,
      },
      usdCell(sum.costUsd),
      countCell(sum.calls),
      countCell(sum.tokens),
      ...features.map((feature) => usdCell(sum.byFeature?.get(feature)?.costUsd ?? 0)),
      ...(hasUnpriced ? [countCell(sum.unpricedCalls)] : []),
    ]),
  };
}

/** The unusual days of a window; null while the days before it are not there. */
export function unusualIn(
  days: readonly DaySum[],
  before: readonly DayCost[] | undefined,
  { from, today }: { readonly from: string; readonly today: string },
): readonly UnusualDay[] | null {
  if (before === undefined) return null;
  const start = before.length > 0 ? 0 : days.findIndex(({ calls }) => calls > 0);
  const shown = start < 0 ? [] : days.slice(start).map(({ date, costUsd }) => ({ date, cost_usd: costUsd }));
  return unusualDays([...before, ...shown], today).filter(({ date }) => date >= from);
}

const times = new Intl.NumberFormat(formatLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** "$31.80, 2.4 times the usual $13.10 of a Tuesday". */
function unusualText({ date, costUsd, usualUsd }: UnusualDay): string {
  const [cost, weekday] = [formatUsd(costUsd), formatUtcWeekday(date)];
  if (usualUsd === 0) return texts.fromNothing(cost, weekday);
  return texts.times(cost, times.format(costUsd / usualUsd), formatUsd(usualUsd), weekday);
}

interface UnusualDaysProps {
  readonly unusual: readonly UnusualDay[] | null;
  /** The number of days to compare with. */
  readonly historyDays: number;
  /** There is anything to compare. */
  readonly hasCalls: boolean;
}

/** The unusual days in words, each a way to its calls, or why there are none. */
function UnusualDays({ unusual, historyDays, hasCalls }: UnusualDaysProps) {
  const hasReports = useHasReports();
  const [asked, setAsked] = useState<string | null>(null);
  if (unusual === null || unusual.length === 0) {
    const why = historyDays > MIN_WEEKS * 7 && hasCalls ? texts.noneUnusual : texts.tooFewWeeks;
    return <p className="mt-1 min-h-4 text-12 text-ink-3">{unusual === null ? null : why}</p>;
  }
  return (
    <div className="mt-1 text-12">
      <h3 className="font-medium text-ink-3">{texts.unusual}</h3>
      <ul>
        {unusual.map((day) => (
          <li key={day.date} className="text-ink-2 tabular-nums">
            {hasReports ? (
              <Link
                {...callsOf(day.date)}
                title={texts.showDay(formatUtcDay(day.date))}
                className="hit relative font-medium text-accent-text hover:underline"
              >
                {formatUtcDay(day.date)}
              </Link>
            ) : (
              <b className="font-medium">{formatUtcDay(day.date)}</b>
            )}
            {': '}
            {unusualText(day)}
            {hasReports ? (
              <>
                {' '}
                <button
                  type="button"
                  aria-expanded={asked === day.date}
                  className="hit relative text-accent-text hover:underline"
                  onClick={() => setAsked(asked === day.date ? null : day.date)}
                >
                  {messages.why.open}
                </button>
                {asked === day.date ? <WhyDay day={day.date} costUsd={day.costUsd} /> : null}
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Input tokens from which a question is long. */
const LONG_TOKENS = 100_000;
const whyTexts = messages.why;

interface Cause {
  readonly text: string;
  readonly usd: number;
  readonly search: CallsSearch;
}

/** The feature and model, the long questions and the customer that cost most of a day, each a way to its calls. */
function WhyDay({ day, costUsd }: { readonly day: string; readonly costUsd: number }) {
  const window = { from: day, to: addDays(day, 1) };
  const dearest = { ...window, order_by: 'cost', limit: 2 } as const;
  const parts = useQuery(reportOptions(listAiUsage, { ...dearest, group_by: ['feature', 'model'] }));
  const long = useQuery(
    reportOptions(listAiUsage, { ...dearest, group_by: ['feature'], min_input_tokens: LONG_TOKENS }),
  );
  const customers = useQuery(reportOptions(listAiUsage, { ...dearest, group_by: ['customer'] }));
  const known = [
    ...(parts.data?.items ?? []).map((row) => partCause(row)),
    ...(long.data?.items ?? []).slice(0, 1).map((row) => longCause(row)),
    ...(customers.data?.items ?? []).flatMap((row) => customerCause(row)).slice(0, 1),
  ];
  return (
    <QueryState query={parts} name={whyTexts.name} rows={2}>
      {() => (
        <ul className="ms-3">
          {known
            .filter(({ usd }) => usd > 0)
            .map(({ text, usd, search }) => (
              <li key={text}>
                <Link
                  to="/ai/usage/calls"
                  search={{ ...window, order: 'cost', ...search }}
                  className="hit relative text-accent-text hover:underline"
                >
                  {text}
                </Link>
                {whyTexts.of(formatUsd(usd), formatUsd(costUsd))}
              </li>
            ))}
        </ul>
      )}
    </QueryState>
  );
}

function partCause({ feature = '', model = '', calls, cost_usd: usd }: AiUsageRow): Cause {
  return { text: whyTexts.part(calls, formatCount(calls), feature, model), usd, search: { feature, model } };
}

function longCause({ feature = '', calls, cost_usd: usd }: AiUsageRow): Cause {
  const text = whyTexts.long(calls, formatCount(calls), feature, formatCount(LONG_TOKENS));
  return { text, usd, search: { feature, min: String(LONG_TOKENS) } };
}

/** Calls of no known customer explain nothing. */
function customerCause({
  customer_identity_id: id,
  customer_name: name,
  calls,
  cost_usd: usd,
}: AiUsageRow): readonly Cause[] {
  if (id === undefined || id === null) return [];
  const text = whyTexts.customer(calls, formatCount(calls), name ?? whyTexts.unnamed(id.toString()));
  return [{ text, usd, search: { customer: id.toString() } }];
}
