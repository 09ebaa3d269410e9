import type { ReactNode } from 'react';
import type { DayChartProps } from '#src/charts/chart-types.ts';
import type { Box } from '#src/charts/scale/place-labels.ts';
import type { DayPlace, Plot } from '#src/charts/scale/plot.ts';
import type { DayReading } from './day-reading.ts';
import type { PlotLabel } from './plot-labels.tsx';

/** What a kind of chart adds to the days, axes and limits that all have. */
export interface DayPlotProps extends DayChartProps {
  readonly place: DayPlace;
  /** The largest value that is drawn, lines aside. */
  readonly max: number;
  /** All values are counts. */
  readonly isWhole: boolean;
  /** The index of the day that is not over. */
  readonly today: number | null;
  /** The rows of the marks: `x` in parts of the axis, one a day, from its start. */
  readonly data: readonly { readonly x: number }[];
  readonly read: (index: number) => DayReading;
  /** The values that have a dot under the crosshair. */
  readonly dots: (index: number) => readonly { readonly value: number; readonly paint: string }[];
  /** Marks of Recharts. */
  readonly marks: (plot: Plot) => ReactNode;
  /** Shapes above them. */
  readonly above: (plot: Plot) => ReactNode;
  /** Where the marks are, for words to keep off. */
  readonly boxes: (plot: Plot) => readonly Box[];
  /** Words that come before those of the lines. */
  readonly labels: (plot: Plot) => readonly PlotLabel[];
}
