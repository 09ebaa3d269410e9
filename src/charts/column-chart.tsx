import { Suspense } from 'react';
import type { ColumnChartProps } from './chart-types.ts';
import { Columns } from './lazy-charts.ts';

/** A column a day, or a stack of them. Stands in a `ChartFrame`, which has the same figures as a table. */
export function ColumnChart(props: ColumnChartProps) {
  return (
    <Suspense fallback={<div style={{ height: props.height }} />}>
      <Columns {...props} />
    </Suspense>
  );
}
