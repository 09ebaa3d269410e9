import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { DayCost } from '#contract/ai-forecast.ts';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import { MIN_WEEKS, unusualDays, type UnusualDay } from '#src/ai-usage/figures/anomalies.ts';
import { featureColours, featureSeries } from '#src/ai-usage/figures/feature-series.ts';
import type { DaySum } from '#src/ai-usage/figures/usage-sums.ts';
import { useHasReports, reportOptions } from '#src/ai-usage/queries.ts';
import type { CallsSearch, Metric, TabProps, UsageSearch } from '#src/ai-usage/search.ts';
import { ChartFrame } from '#src/charts/chart-frame.tsx';
import type { ChartSeries } from '#src/charts/chart-types.ts';
import { ColumnChart } from '#src/charts/day-charts.tsx';
import { addDays } from '#src/format/days.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay, formatUtcWeekday } from '#src/format/utc-day.ts';
import { formatLocale } from '#src/i18n/locale.ts';
import { isAhead } from '#src/panels/day-window.ts';
import { messages as panels } from '#src/panels/page-messages.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { formatUtcDays, formatUtcDaysAndYears } from '#src/panels/window-text.ts';
import { messages } from './messages.ts';
import { formatMetric, metricOf, MetricSwitch, valueOf } from './metric-switch.tsx';
import { perDayTable } from './usage-files.ts';
import type { ShownWindow, WindowFigures } from './window-figures.ts';

interface PerDayPanelProps extends TabProps<UsageSearch> {
  readonly window: ShownWindow;
  readonly figures: UseQueryResult<WindowFigures>;
  /** The cost of the days before. */
  readonly before: readonly DayCost[] | undefined;
}

const HEIGHT = 216;
/** Rows of a list that are as high as the chart. */
const ROWS = 6;
const texts = messages.perDay;

/** The chosen metric of each day, by feature where the service says which. */
export function PerDayPanel({ window, figures, before, search, go }: PerDayPanelProps) {
  const metric = metricOf(search);
  const hasReports = useHasReports();
  const navigate = useNavigate();
  const head = {
    title: texts.title[metric],
    note: formatUtcDays(window),
    actions: <MetricSwitch search={search} go={go} />,
    pictureNote: formatUtcDaysAndYears(window),
    resource: hasReports ? 'ai_reports' : 'ai_usage',
  };
  const { data } = figures;
  const isShown = data !== undefined && !isAhead(window, window.today);
  const series = useMemo(() => (data === undefined ? [] : seriesOf(data, metric)), [data, metric]);
  const unusual = useMemo(
    () => (data === undefined || metric !== 'cost' ? null : unusualIn(data.days, before, window)),
    [data, metric, before, window],
  );
  return (
    <div className="min-w-0">
      {isShown ? (
        <ChartFrame {...head} table={perDayTable(data, window)}>
          <ColumnChart
            label={texts.label[metric](formatUtcDays(window))}
            days={data.days.map(({ date }) => date)}
            series={series}
            notes={(unusual ?? []).map((day) => ({ day: day.date, text: unusualText(day) }))}
            format={(value, length) => formatMetric(metric, value, length)}
            height={HEIGHT}
            isLastPartial={data.days.at(-1)?.date === window.today}
            group="ai-days"
            onDay={hasReports ? (day, key) => void navigate(callsOf(day, featureOf(series, key))) : undefined}
            dayLink={
              hasReports
                ? (day) => (
                    <Link {...callsOf(day)} className="flex min-h-11 items-center font-medium text-accent-text">
                      {texts.callsOfDay}
                    </Link>
                  )
                : undefined
            }
          />
        </ChartFrame>
      ) : (
        <Panel {...head}>
          <QueryState query={figures} name={texts.name} rows={ROWS}>
            {() => <p className="mt-2 text-ink-3">{panels.window.ahead}</p>}
          </QueryState>
        </Panel>
      )}
      {data === undefined || hasReports ? null : <p className="mt-1 text-12 text-ink-3">{texts.withoutReports}</p>}
      {isShown && metric === 'cost' ? (
        <UnusualDays
          unusual={unusual}
          historyDays={(before?.length ?? 0) + data.days.length}
          isWithoutCalls={(before?.length ?? 0) === 0 && data.total.calls === 0}
        />
      ) : null}
    </div>
  );
}

/** The calls of a day, or of a feature on it, the dearest first. */
function callsOf(day: string, feature?: string) {
  return { to: '/ai/usage/calls', search: { from: day, to: addDays(day, 1), feature, order: 'cost' } } as const;
}

type FeatureColumns = ChartSeries & { readonly feature: string | null };

/** The feature of a part of a column; undefined for all of them, or several. */
function featureOf(series: readonly FeatureColumns[], key: string | undefined): string | undefined {
  return series.find((one) => one.key === key)?.feature ?? undefined;
}

/** One series for each feature that has anything, else one for all. */
function seriesOf({ days, features: sums }: WindowFigures, metric: Metric): readonly FeatureColumns[] {
  const all: FeatureColumns = {
    key: 'all',
    feature: null,
    label: texts.all,
    colour: 1,
    values: days.map((day) => valueOf(metric, day)),
  };
  if (days.some(({ byFeature }) => byFeature === null)) return [all];
  const drawn = new Set(
    days.flatMap(({ byFeature }) =>
      [...(byFeature ?? [])].filter(([, sum]) => valueOf(metric, sum) > 0).map(([feature]) => feature),
    ),
  );
  const series = featureSeries([...drawn], featureColours(sums)).map(
    ({ key, feature, features, colour }): FeatureColumns => ({
      key,
      feature,
      label: feature ?? messages.breakdown.other,
      colour,
      values: days.map(({ byFeature }) =>
        features.reduce((total, name) => {
          const sum = byFeature?.get(name);
          return sum === undefined ? total : total + valueOf(metric, sum);
        }, 0),
      ),
    }),
  );
  return series.length === 0 ? [all] : series;
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
  /** There is nothing to compare. */
  readonly isWithoutCalls: boolean;
}

/** The unusual days in words, each a way to its calls; and why there are none. */
function UnusualDays({ unusual, historyDays, isWithoutCalls }: UnusualDaysProps) {
  const hasReports = useHasReports();
  const [asked, setAsked] = useState<string | null>(null);
  if (unusual === null || unusual.length === 0) {
    const why = historyDays > MIN_WEEKS * 7 && !isWithoutCalls ? texts.noneUnusual : texts.tooFewWeeks;
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

/** Questions of so many input tokens are long. */
const LONG_TOKENS = 100_000;
const whyTexts = messages.why;

interface Cause {
  readonly text: string;
  readonly usd: number;
  readonly search: CallsSearch;
}

/** What made a day dear: the feature and model, the long questions and the customer that cost most of it, each a way to its calls. */
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
