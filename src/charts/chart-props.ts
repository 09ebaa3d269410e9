import type { ChartColour } from './chart-colours.tsx';

/** One value a day; null is unknown and drawn as a gap. */
type DayValues = readonly (number | null)[];

/** Props of every chart over days. A chart redraws when any of them changes: callers memoise arrays and functions. */
export interface DayChartProps {
  /** Says what the chart shows; its accessible name. */
  readonly label: string;
  /** Dates, ascending. */
  readonly days: readonly string[];
  /** A value as text: `short` on the axis (`$300`), `full` in the tooltip. */
  readonly format: (value: number, length: 'short' | 'full') => string;
  /** px */
  readonly height: number;
  /** The last day is today and not over. */
  readonly isLastPartial?: boolean;
  /** Opens the rows of a day, by a click or Enter. A click on a part of a stacked column passes the key of its series. */
  readonly onDay?: ((day: string, series?: string) => void) | undefined;
}

/** Words for a day, shown in its tooltip and marked in the chart. */
export interface DayNote {
  readonly day: string;
  readonly text: string;
}

export interface ColumnChartProps extends DayChartProps {
  /** Stacked in this order, at most six. */
  readonly series: readonly {
    readonly key: string;
    readonly label: string;
    readonly colour: ChartColour;
    readonly values: DayValues;
  }[];
  readonly notes: readonly DayNote[];
}

export interface BurnUpChartProps extends DayChartProps {
  /** The running total; null from tomorrow on. */
  readonly actual: DayValues;
  /** From today on; null before. */
  readonly forecast: { readonly middle: DayValues; readonly low: DayValues; readonly high: DayValues } | null;
  readonly budget: { readonly label: string; readonly value: number; readonly isExceeded: boolean } | null;
  /** The day on which the budget is passed. */
  readonly crossing: string | null;
}

export interface TrendChartProps extends DayChartProps {
  /** Null is a gap. */
  readonly values: DayValues;
  /** How many answers are behind each value, drawn as columns. */
  readonly counts: readonly number[];
  /** Points with fewer answers are hollow. */
  readonly hollowBelow: number;
  /** Ticks of the axis, from its least to its most. */
  readonly ticks: readonly number[];
  readonly notes: readonly DayNote[];
  /** Names of value and count, and the word for a gap. */
  readonly words: { readonly value: string; readonly count: string; readonly none: string };
  /** The name of a point that is not a single day, such as "16 to 22 Nov". */
  readonly nameOf?: ((day: string) => string) | undefined;
}
