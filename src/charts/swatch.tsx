import { useId } from 'react';
import { SWATCH, patternPaints, useChartPaints, patternId } from './chart-colours.ts';
import type { ChartColour } from './chart-types.ts';

/** px; a pattern takes more room than a colour to be told from another. */
const SIZE = 14;

/** The square before the name of a series: its colour, or its pattern where the person's own colours take all others. */
export function Swatch({ colour }: { readonly colour: ChartColour }) {
  const { isForced } = useChartPaints();
  const of = useId();
  if (!isForced)
    return <span aria-hidden="true" className={`me-2 inline-block size-2 rounded-[2px] ${SWATCH[colour]}`} />;
  return (
    <svg aria-hidden="true" width={SIZE} height={SIZE} className="me-2 inline-block align-[-2px]">
      <defs>
        <SeriesPatterns of={of} />
      </defs>
      <rect
        x={0.5}
        y={0.5}
        width={SIZE - 1}
        height={SIZE - 1}
        fill={patternPaints(of)[colour]}
        stroke="CanvasText"
        data-swatch={colour}
      />
    </svg>
  );
}

const TILE = 6;
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
    <pattern key={colour} id={patternId(of, colour)} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
      <rect width={TILE} height={TILE} fill="Canvas" />
      <path d={PATHS[colour]} stroke="CanvasText" strokeWidth={1.5} />
    </pattern>
  ));
}
