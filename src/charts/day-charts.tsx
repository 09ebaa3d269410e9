import { createAtom, useSelector } from '@tanstack/react-store';
import { Suspense, use, type ComponentType } from 'react';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import { FrameTable } from './chart-frame.tsx';
import type { BurnUpChartProps, ColumnChartProps, TrendChartProps } from './chart-types.ts';
import { messages } from './messages.ts';

/**
 * The charts over days of every view. Each stands in a `ChartFrame`, which has the same figures as a table and as
 * files. Values are by day, null where nothing is known. `lines` are limits across, `onDay` leads to the rows of a day.
 * The picture is drawn anew only when what it shows changes: functions and objects may be new each time.
 *
 *     <ChartFrame title="Ratings a day" note="last 30 days" table={table}>
 *       <ColumnChart label={sentence} days={days} series={series} format={format} height={216} onDay={showRows} />
 *     </ChartFrame>
 */

/** A column a day; stacked where there are several series. */
export const ColumnChart = lazyChart<'Columns', ColumnChartProps>(() => import('./columns.tsx'), 'Columns');

/** The value of each day, how many answers it is made of, and notes on days. */
export const TrendChart = lazyChart<'Trend', TrendChartProps>(() => import('./trend.tsx'), 'Trend');

/** A running total against its limits, with a forecast and its range. */
export const BurnUpChart = lazyChart<'BurnUp', BurnUpChartProps>(() => import('./burn-up.tsx'), 'BurnUp');

/**
 * Fetches a chart, and Recharts with it, when it is first drawn. After a failed attempt it shows the figures until another
 * attempt succeeds.
 */
function lazyChart<Name extends string, Props extends { readonly height: number }>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) {
  const hasFailed = createAtom(false);
  const Drawn = lazyComponent<Name, Props>(async () => {
    try {
      return await load();
    } catch (error) {
      hasFailed.set(true);
      throw error;
    }
  }, name);
  function Waiting({ height }: { readonly height: number }) {
    return useSelector(hasFailed) ? <MissingChart /> : <div style={{ height }} />;
  }
  return function Chart(props: Props) {
    return (
      <Suspense fallback={<Waiting height={props.height} />}>
        <Drawn {...props} />
      </Suspense>
    );
  };
}

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
