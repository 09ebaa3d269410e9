import type { ChartColour } from './chart-types.ts';

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
export const SVG_FILL: Readonly<Record<ChartColour, string>> = {
  1: 'var(--chart-1)',
  2: 'var(--chart-2)',
  3: 'var(--chart-3)',
  4: 'var(--chart-4)',
  5: 'var(--chart-5)',
  6: 'var(--chart-6)',
  muted: 'var(--chart-muted)',
  danger: 'var(--danger)',
};
