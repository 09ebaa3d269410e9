import { patternId } from './chart-paints.ts';
import type { ChartColour } from './chart-types.ts';

const SIZE = 6;
const PATHS = {
  2: 'M0 6 6 0M-1.5 1.5 1.5-1.5M4.5 7.5 7.5 4.5',
  3: 'M0 3H6',
  4: 'M0 0 6 6M-1.5 4.5 1.5 7.5M4.5-1.5 7.5 1.5',
  5: 'M3 0V6',
  6: 'M2 3H4',
} as const satisfies Partial<Record<ChartColour, string>>;

/**
 * A pattern a series, for when the person's own colours leave us only one. They stand in the `defs` of an SVG.
 * @param of what their ids begin with: every SVG has its own
 */
export function SeriesPatterns({ of }: { readonly of: string }) {
  return ([2, 3, 4, 5, 6] as const).map((colour) => (
    <pattern key={colour} id={patternId(of, colour)} width={SIZE} height={SIZE} patternUnits="userSpaceOnUse">
      <rect width={SIZE} height={SIZE} fill="Canvas" />
      <path d={PATHS[colour]} stroke="CanvasText" strokeWidth={1.5} />
    </pattern>
  ));
}
