import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { UnusualDay } from '#src/ai-usage/figures/anomalies.ts';
import { addCalls, type CallSum, type DaySum, featuresOfDays } from '#src/ai-usage/figures/days.ts';
import { METRICS, type Metric, type TabProps, type UsageSearch } from '#src/ai-usage/search.ts';
import { view } from '#src/ai-usage/view.ts';
import { type ChartColour, Swatch } from '#src/charts/chart-colours.tsx';
import { ChartFrame, type ChartTable } from '#src/charts/chart-frame.tsx';
import type { ColumnChartProps } from '#src/charts/chart-props.ts';
import { ColumnChart } from '#src/charts/charts.tsx';
import { formatCompact, formatCount } from '#src/format/number.ts';
import { addDays, formatUtcDay } from '#src/format/days.ts';
import { formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { isAhead, type DayWindow, formatUtcDays } from '#src/panels/day-window.ts';
import { messages as panels } from '#src/panels/messages.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { messages } from './messages.ts';
import type { ShownWindow } from './shown-figures.ts';
import { callsOfDay, unusualText } from './unusual-days.tsx';

interface DaysPanelProps extends TabProps<UsageSearch> {
  readonly window: ShownWindow;
  readonly query: UseQueryResult<readonly DaySum[]>;
  /** Marked in the chart of the cost. */
  readonly unusual: readonly UnusualDay[];
  /** A day leads to its calls. */
  readonly isLinked: boolean;
}

const HEIGHT = 216;
/** px of the line below the chart. */
const LEGEND = 24;
const texts = messages.perDay;

/** The chosen metric of each day, by feature where the service says which. */
export function DaysPanel({ window, query, unusual, isLinked, search, go }: DaysPanelProps) {
  const metric = search.metric ?? 'cost';
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
  if (days === undefined || isAhead(window, window.today))
    return (
      <Panel {...head}>
        <QueryState query={query} name={texts.name} skeleton={<div style={{ height: HEIGHT + LEGEND }} />}>
          {() => <p className="mt-2 text-ink-3">{panels.window.ahead}</p>}
        </QueryState>
      </Panel>
    );
  return (
    <ChartFrame {...head} table={daysTable(days, window, isLinked)}>
      <DaysChart days={days} window={window} metric={metric} unusual={unusual} isLinked={isLinked} />
    </ChartFrame>
  );
}

interface DaysChartProps extends Pick<DaysPanelProps, 'window' | 'unusual' | 'isLinked'> {
  readonly days: readonly DaySum[];
  readonly metric: Metric;
}

function DaysChart({ days, window, metric, unusual, isLinked }: DaysChartProps) {
  const navigate = useNavigate();
  const dates = useMemo(() => days.map(({ date }) => date), [days]);
  const series = useMemo(() => seriesOf(days, metric), [days, metric]);
  const notes = useMemo(
    () => (metric === 'cost' ? unusual.map((day) => ({ day: day.date, text: unusualText(day) })) : []),
    [unusual, metric],
  );
  const format = useCallback(
    (value: number, length: 'short' | 'full') => formatMetric(metric, value, length),
    [metric],
  );
  const openDay = useCallback(
    (day: string, key?: string) => void navigate(callsOfDay(day, key === ALL || key === OTHER ? undefined : key)),
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
        onDay={isLinked ? openDay : undefined}
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
    values: days.map(({ byFeature }) => valueOf(metric, addCalls(names.flatMap((name) => byFeature.get(name) ?? [])))),
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
function daysTable(days: readonly DaySum[], window: Pick<DayWindow, 'from' | 'to'>, isLinked: boolean): ChartTable {
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
        shown: isLinked ? (
          <Link {...callsOfDay(sum.date)} className="hit relative text-accent-text hover:underline">
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
      ...features.map((feature) => usdCell(sum.byFeature.get(feature)?.costUsd ?? 0)),
      ...(hasUnpriced ? [countCell(sum.unpricedCalls)] : []),
    ]),
  };
}

/** Series that have a colour of their own; the others share the next one. */
const COLOURED = 5;

/** The series of a stacked chart: one feature each, or all beyond the fifth. */
interface FeatureSeries {
  /** The feature, or `other`. */
  readonly key: string;
  readonly features: readonly string[];
  readonly colour: ChartColour;
}

/** @param features the costliest first */
export function featureSeries(features: readonly string[]): readonly FeatureSeries[] {
  const own = features.slice(0, features.length === COLOURED + 1 ? COLOURED + 1 : COLOURED);
  const rest = features.slice(own.length);
  const series = [
    ...own.map((feature) => ({ key: feature, features: [feature] })),
    ...(rest.length === 0 ? [] : [{ key: OTHER, features: rest }]),
  ];
  return series.map((one, index) => ({ ...one, colour: COLOURS[index] ?? 6 }));
}

/** The key of the series of several features. A space is in no name of a feature. */
export const OTHER = 'all others';
const COLOURS = [1, 2, 3, 4, 5, 6] as const satisfies readonly ChartColour[];
