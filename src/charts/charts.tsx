import { Suspense, type ComponentType } from 'react';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import type { BurnUpChartProps, ColumnChartProps, TrendChartProps } from './chart-props.ts';

/**
 * The charts of every view, drawn by Recharts. Each is inside a `ChartFrame`, which has the same figures as a table and
 * as a file.
 *
 *     <ChartFrame title="Ratings a day" note="last 30 days" table={table}>
 *       <ColumnChart label={sentence} days={days} series={series} notes={[]} format={format} height={216} />
 *     </ChartFrame>
 */
export const ColumnChart = waitFor(
  lazyComponent<'Columns', ColumnChartProps>(() => import('./drawings.tsx'), 'Columns'),
);
/** A running total against a budget, with a forecast and its range. */
export const BurnUpChart = waitFor(lazyComponent<'BurnUp', BurnUpChartProps>(() => import('./drawings.tsx'), 'BurnUp'));
/** The value of each day, how many answers it is made of, and notes. */
export const TrendChart = waitFor(lazyComponent<'Trend', TrendChartProps>(() => import('./drawings.tsx'), 'Trend'));

/** Keeps the room of a chart while its code, and Recharts, are fetched. Meanwhile the table of the frame has the figures. */
function waitFor<Props extends { readonly height: number }>(Drawing: ComponentType<Props>) {
  return function Chart(props: Props) {
    return (
      <Suspense fallback={<div style={{ height: props.height }} />}>
        <Drawing {...props} />
      </Suspense>
    );
  };
}
