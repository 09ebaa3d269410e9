import type { UseQueryResult } from '@tanstack/react-query';
import { featureSeries } from '#src/ai-usage/figures/feature-series.ts';
import type { DaySum } from '#src/ai-usage/figures/usage-sums.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import type { Metric } from '#src/ai-usage/search.ts';
import { isAhead, type UsageWindow } from '#src/ai-usage/usage-window.ts';
import { ChartFrame } from '#src/charts/chart-frame.tsx';
import type { ChartSeries } from '#src/charts/chart-types.ts';
import { ColumnChart } from '#src/charts/column-chart.tsx';
import { messages } from './messages.ts';
import { formatMetric, metricOf, valueOf } from './metric-switch.tsx';
import { perDayTable } from './per-day-table.ts';
import { UnusualDays, unusualIn, unusualText } from './unusual-days.tsx';
import type { DaysBefore } from './use-days-before.ts';
import type { WindowFigures } from './use-window-figures.ts';
import { windowText } from '#src/ai-usage/window-text.ts';

type ShownWindow = UsageWindow & { readonly today: string };

interface PerDayPanelProps extends TabProps {
  readonly window: ShownWindow;
  readonly figures: UseQueryResult<WindowFigures>;
  readonly before: UseQueryResult<DaysBefore>;
}

const HEIGHT = 216;
/** Rows of a list that are as high as the picture. */
const ROWS = 6;

/** The chosen metric of each day, by feature where the service says which. */
export function PerDayPanel({ window, figures, before, search, hasReports }: PerDayPanelProps) {
  const metric = metricOf(search);
  const title = messages.perDay.title[metric];
  const resource = hasReports ? 'ai_reports' : 'ai_usage';
  // Beside the table there is little room: of the last days their number says which they are.
  const note = window.endsToday ? messages.perDay.note(page.days(window.days)) : windowText(window);
  return (
    <div className="min-w-0 xl:w-[380px] xl:flex-none">
      {figures.data === undefined ? (
        <Panel title={title} note={note} resource={resource}>
          <QueryState query={figures} name={messages.perDay.name} rows={ROWS}>
            {() => null}
          </QueryState>
        </Panel>
      ) : isAhead(window, window.today) ? (
        <Panel title={title} note={note} resource={resource}>
          <p className="mt-2 text-ink-3">{page.ahead}</p>
        </Panel>
      ) : (
        <ChartFrame title={title} note={note} table={perDayTable(figures.data, window)} resource={resource}>
          <Columns days={figures.data.days} metric={metric} window={window} before={before.data} />
        </ChartFrame>
      )}
      {figures.data === undefined || hasReports ? null : (
        <p className="mt-1 text-12 text-ink-3">{messages.perDay.withoutReports}</p>
      )}
      {figures.data === undefined || metric !== 'cost' || isAhead(window, window.today) ? null : (
        <UnusualDays days={figures.data.days} before={before.data} window={window} hasReports={hasReports} />
      )}
    </div>
  );
}

interface ColumnsProps {
  readonly days: readonly DaySum[];
  readonly metric: Metric;
  readonly window: ShownWindow;
  readonly before: DaysBefore | undefined;
}

function Columns({ days, metric, window, before }: ColumnsProps) {
  const unusual = metric === 'cost' ? (unusualIn(days, before, window) ?? []) : [];
  return (
    <ColumnChart
      label={messages.perDay.label[metric](windowText(window))}
      days={days.map(({ date }) => date)}
      series={seriesOf(days, metric)}
      notes={unusual.map((day) => ({ day: day.date, text: unusualText(day) }))}
      format={(value, length) => formatMetric(metric, value, length)}
      height={HEIGHT}
      isLastPartial={days.at(-1)?.date === window.today}
      group="ai-days"
    />
  );
}

/** One series for each feature that has anything, else one for all. */
function seriesOf(days: readonly DaySum[], metric: Metric): readonly ChartSeries[] {
  const all: ChartSeries = {
    key: 'all',
    label: messages.perDay.all,
    colour: 1,
    values: days.map((day) => valueOf(metric, day)),
  };
  if (days.some(({ byFeature }) => byFeature === null)) return [all];
  const drawn = new Set(
    days.flatMap(({ byFeature }) =>
      [...(byFeature ?? [])].filter(([, sum]) => valueOf(metric, sum) > 0).map(([feature]) => feature),
    ),
  );
  const series = featureSeries([...drawn]).map(({ key, feature, features, colour }): ChartSeries => ({
    key,
    label: feature ?? messages.feature.other,
    colour,
    values: days.map(({ byFeature }) =>
      features.reduce((total, name) => {
        const sum = byFeature?.get(name);
        return sum === undefined ? total : total + valueOf(metric, sum);
      }, 0),
    ),
  }));
  return series.length === 0 ? [all] : series;
}
