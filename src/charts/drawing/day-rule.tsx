import type { Plot } from '#src/charts/scale/plot.ts';
import { usePalette } from './palette.ts';

interface DayRuleProps {
  readonly plot: Plot;
  readonly height: number;
  readonly index: number;
  /** Values that get a dot at this day. */
  readonly dots: readonly { readonly value: number; readonly paint: string }[];
}

/** The dotted rule at the day that somebody looks at. Over the picture, so that moving it draws nothing else anew. */
export function DayRule({ plot, height, index, dots }: DayRuleProps) {
  const palette = usePalette();
  const x = plot.dayX(index);
  return (
    <svg
      aria-hidden="true"
      data-crosshair={index}
      width="100%"
      height={height}
      className="pointer-events-none absolute inset-0"
    >
      <line x1={x} x2={x} y1={plot.top} y2={plot.bottom} stroke={palette.axis} strokeDasharray="2 3" />
      {dots.map(({ value, paint }) => (
        <circle key={value} cx={x} cy={plot.y(value)} r={4} fill={paint} stroke={palette.surface} strokeWidth={2} />
      ))}
    </svg>
  );
}
