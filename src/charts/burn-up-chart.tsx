import { Suspense } from 'react';
import type { BurnUpChartProps } from './chart-types.ts';
import { BurnUp } from './lazy-charts.ts';

/** A running total against its limits. Stands in a `ChartFrame`, which has the same figures as a table. */
export function BurnUpChart(props: BurnUpChartProps) {
  return (
    <Suspense fallback={<div style={{ height: props.height }} />}>
      <BurnUp {...props} />
    </Suspense>
  );
}
