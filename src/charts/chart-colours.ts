import { useMedia } from '#src/browser/use-media.ts';
import type { ChartColour, ChartLine } from './chart-types.ts';

/**
 * The classes that fill an HTML element, such as the square of 8 px before a name: `size-2 rounded-[2px]`. They name a
 * series, so they stay where the person's own colours take all others.
 */
export const SWATCH: Readonly<Record<ChartColour, string>> = {
  1: 'forced-color-adjust-none bg-chart-1',
  2: 'forced-color-adjust-none bg-chart-2',
  3: 'forced-color-adjust-none bg-chart-3',
  4: 'forced-color-adjust-none bg-chart-4',
  5: 'forced-color-adjust-none bg-chart-5',
  6: 'forced-color-adjust-none bg-chart-6',
  muted: 'forced-color-adjust-none bg-chart-muted',
  danger: 'forced-color-adjust-none bg-danger',
};

/** The paint of a shape of an SVG, for its attribute `fill`. */
const SVG_FILL: Readonly<Record<ChartColour, string>> = {
  1: 'var(--chart-1)',
  2: 'var(--chart-2)',
  3: 'var(--chart-3)',
  4: 'var(--chart-4)',
  5: 'var(--chart-5)',
  6: 'var(--chart-6)',
  muted: 'var(--chart-muted)',
  danger: 'var(--danger)',
};

/** Paints for the attributes `fill` and `stroke`. */
export interface ChartPaints {
  readonly isForced: boolean;
  readonly series: Readonly<Record<ChartColour, string>>;
  readonly grid: string;
  readonly rule: string;
  readonly axis: string;
  readonly text: string;
  readonly surface: string;
  readonly band: string;
  readonly line: Readonly<Record<ChartLine['tone'], string>>;
  readonly lineText: Readonly<Record<ChartLine['tone'], string>>;
}

const TOKENS: ChartPaints = {
  isForced: false,
  series: SVG_FILL,
  grid: 'var(--chart-grid)',
  rule: 'var(--line-strong)',
  axis: 'var(--text-3)',
  text: 'var(--text)',
  surface: 'var(--bg-surface)',
  band: 'var(--accent)',
  line: { warn: 'var(--warn)', danger: 'var(--danger)', ink: 'var(--text-2)' },
  lineText: { warn: 'var(--warn-text)', danger: 'var(--danger-text)', ink: 'var(--text-2)' },
};

/** Gentle beside what is drawn on it; the grey that the person chose is that of what is disabled. */
const GRID = 'color-mix(in srgb, CanvasText 25%, Canvas)';
/** What the ids of the patterns of all charts begin with: they are alike. */
export const CHART_PATTERNS = 'chart';

/** @param of which SVG the pattern is in */
export function patternId(of: string, colour: ChartColour): string {
  return `${of}-pattern-${colour}`;
}

/** Series by their patterns. @param of which SVG has them */
export function patternPaints(of: string): ChartPaints['series'] {
  const url = (colour: ChartColour) => `url(#${patternId(of, colour)})`;
  return {
    ...{ 1: 'CanvasText', 2: url(2), 3: url(3), 4: url(4), 5: url(5), 6: url(6) },
    ...{ muted: 'GrayText', danger: 'Highlight' },
  };
}

/** Few colours are left to us there: series differ by their pattern (`SeriesPatterns`), lines by their dashes. */
const FORCED: ChartPaints = {
  isForced: true,
  series: patternPaints(CHART_PATTERNS),
  grid: GRID,
  rule: 'CanvasText',
  axis: 'CanvasText',
  text: 'CanvasText',
  surface: 'Canvas',
  band: 'GrayText',
  line: { warn: 'Highlight', danger: 'Highlight', ink: 'CanvasText' },
  lineText: { warn: 'CanvasText', danger: 'CanvasText', ink: 'CanvasText' },
};

export function useChartPaints(): ChartPaints {
  return useMedia('(forced-colors: active)') ? FORCED : TOKENS;
}
