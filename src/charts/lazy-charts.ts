import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { BurnUpChartProps, ColumnChartProps } from './chart-types.ts';
import { loadBurnUp, loadColumns } from './load-charts.ts';
import { MissingChart } from './missing-chart.tsx';

export const Columns = lazyPart<ColumnChartProps>(loadColumns, MissingChart);
export const BurnUp = lazyPart<BurnUpChartProps>(loadBurnUp, MissingChart);
