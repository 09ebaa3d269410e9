import type { ReactNode } from 'react';

/** A colour of a series by its place; `muted` is for counts and what is not in question. */
export type ChartColour = 1 | 2 | 3 | 4 | 5 | 6 | 'muted' | 'danger';

/** One value a day: null is a day of which nothing is known, drawn as a gap; 0 is drawn. */
type DayValues = readonly (number | null)[];

export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  readonly colour: ChartColour;
  /** As many as there are days. */
  readonly values: DayValues;
}

/** A horizontal line with its text on it, such as a cap. */
export interface ChartLine {
  readonly label: string;
  readonly value: number;
  readonly look: 'solid' | 'dashed';
  readonly tone: 'warn' | 'danger' | 'ink';
}

/** Of every chart over days, be they of UTC or of another zone. */
export interface DayChartProps {
  /** The name of the picture: a sentence that says what it shows. */
  readonly label: string;
  /** Dates, ascending. */
  readonly days: readonly string[];
  /** A value as text, on the axis `short` (`$300`), elsewhere in full. */
  readonly format: (value: number, length: 'short' | 'full') => string;
  /** px. */
  readonly height: number;
  readonly lines?: readonly ChartLine[];
  /** The last day is today and not over: it is drawn paler, and said to be so far. */
  readonly isLastPartial?: boolean;
  /** Panels with the same name share their crosshair. */
  readonly group?: string;
  /**
   * Leads to the rows of a day: a click on it, or Enter where the arrow keys are. A click on a part of a column has the key
   * of its series. A finger reads a day first, and opens it where it is read.
   */
  readonly onDay?: ((day: string, series?: string) => void) | undefined;
  /** A link to the rows of a day, for a finger: it stands below the figures of the day that is read. */
  readonly dayLink?: ((day: string) => ReactNode) | undefined;
}

export interface ColumnChartProps extends DayChartProps {
  /** One, or several that are stacked in this order. At most six. */
  readonly series: readonly ChartSeries[];
  /** A mark above a day with its reason, such as an unusual cost. */
  readonly notes?: readonly { readonly day: string; readonly text: string }[];
}

export interface BurnUpChartProps extends DayChartProps {
  /** The running total; null from tomorrow on. */
  readonly actual: DayValues;
  /** From today on, where it is what is known so far; null before. */
  readonly forecast?: { readonly middle: DayValues; readonly low: DayValues; readonly high: DayValues } | null;
  /** Where a line is crossed. */
  readonly crossing?: { readonly day: string; readonly value: number; readonly label: string } | null;
}

/** A note on a day, such as what was changed then. */
export interface DayNote {
  readonly day: string;
  readonly text: string;
}

export interface TrendChartProps extends DayChartProps {
  /** What was measured; null is a gap. */
  readonly values: DayValues;
  /** How many answers each value is made of: columns below. */
  readonly counts: readonly number[];
  /** Points of fewer answers are hollow. */
  readonly hollowBelow: number;
  /** Where the axis has its ticks, from its least to its most. */
  readonly ticks: readonly number[];
  /** Triangles above the days. */
  readonly notes: readonly DayNote[];
  /** The names of value and count in the tooltip, and the word for a gap. */
  readonly words: { readonly value: string; readonly count: string; readonly none: string };
  /** The name of a part of the axis that is no single day, such as "16 to 22 Nov". */
  readonly nameOf?: ((day: string) => string) | undefined;
}

/** The same figures as a table: what the picture, its table and its files show is one object. */
export interface ChartTable {
  readonly caption: string;
  /** Of the file that is saved, without an ending. */
  readonly fileName: string;
  /** The key names the column in the file, with unit or zone: `date_utc`, `cost_usd`. */
  readonly columns: readonly { readonly key: string; readonly label: string; readonly isNumber: boolean }[];
  /** Texts for people and exact values for the file, by column. */
  readonly rows: readonly (readonly { readonly shown: ReactNode; readonly exact: string | number | bigint | null }[])[];
}
