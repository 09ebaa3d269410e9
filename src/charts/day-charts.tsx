import { Suspense, use } from 'react';
import { lazyPart, preloadCode } from '#src/ui/lazy-part.tsx';
import { FrameTable } from './chart-frame.tsx';
import type { BurnUpChartProps, ColumnChartProps, TrendChartProps } from './chart-types.ts';
import { messages } from './messages.ts';

const loadColumns = async () => (await import('./columns.tsx')).Columns;
const Columns = lazyPart<ColumnChartProps>(loadColumns, MissingChart);
const Trend = lazyPart<TrendChartProps>(async () => (await import('./trend.tsx')).Trend, MissingChart);
const BurnUp = lazyPart<BurnUpChartProps>(async () => (await import('./burn-up.tsx')).BurnUp, MissingChart);

/**
 * The charts over days of every view. Each stands in a `ChartFrame`, which has the same figures as a table and as
 * files. Values are by day, null where nothing is known. `lines` are limits across, `onDay` leads to the rows of a day.
 * The picture is drawn anew only when what it shows changes: functions and objects may be new each time.
 *
 *     <ChartFrame title="Ratings a day" note="last 30 days" table={table} resource="csat">
 *       <ColumnChart label={sentence} days={days} series={series} format={format} height={216} onDay={showRows} />
 *     </ChartFrame>
 */

/** A column a day; stacked where there are several series. */
export function ColumnChart(props: ColumnChartProps) {
  return (
    <Suspense fallback={<div style={{ height: props.height }} />}>
      <Columns {...props} />
    </Suspense>
  );
}

/** What was measured each day, with its interval, how many it is made of, and notes on days. */
export function TrendChart(props: TrendChartProps) {
  return (
    <Suspense fallback={<div style={{ height: props.height }} />}>
      <Trend {...props} />
    </Suspense>
  );
}

/** A running total against its limits, with a forecast and its range. */
export function BurnUpChart(props: BurnUpChartProps) {
  return (
    <Suspense fallback={<div style={{ height: props.height }} />}>
      <BurnUp {...props} />
    </Suspense>
  );
}

/** Fetches what charts need, which is one chunk, ahead of the first one. */
export function preloadCharts(): void {
  preloadCode(loadColumns);
}

/** In the place of a chart whose code could not be fetched: its figures. */
function MissingChart() {
  return (
    <>
      <p role="status" className="py-1.5 text-12 text-ink-2">
        {messages.chartMissing}
      </p>
      {use(FrameTable)}
    </>
  );
}
