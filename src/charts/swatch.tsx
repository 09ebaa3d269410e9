import { useId } from 'react';
import { SWATCH } from './chart-colours.ts';
import { patternPaints, useChartPaints } from './chart-paints.ts';
import type { ChartColour } from './chart-types.ts';
import { SeriesPatterns } from './series-patterns.tsx';

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
