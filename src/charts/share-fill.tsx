import { useId, type ReactNode } from 'react';
import { patternPaints, useChartPaints, type ChartPaints } from './chart-paints.ts';
import { SeriesPatterns } from './series-patterns.tsx';

/** Paints for the segments of a `ShareBar`, and what has to stand beside it for them: the same as those of charts and swatches. */
export function useShareFill(): { readonly fill: ChartPaints['series']; readonly patterns: ReactNode } {
  const { isForced, series } = useChartPaints();
  const of = useId();
  if (!isForced) return { fill: series, patterns: null };
  return {
    fill: patternPaints(of),
    patterns: (
      <svg aria-hidden="true" width={0} height={0} className="absolute">
        <defs>
          <SeriesPatterns of={of} />
        </defs>
      </svg>
    ),
  };
}
