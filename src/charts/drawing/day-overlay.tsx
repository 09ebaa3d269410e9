import { useId } from 'react';
import type { Plot } from '#src/charts/scale/plot.ts';
import { useCrosshair } from './crosshair.ts';
import type { DayPlotProps } from './day-plot-props.ts';
import { sayReading, type DayReading } from './day-reading.ts';
import { DayWalker } from './day-walker.tsx';
import { usePalette } from './palette.ts';

interface DayTooltipProps {
  readonly plot: Plot;
  /** px of the picture. */
  readonly width: number;
  readonly index: number;
  readonly reading: DayReading;
}

/** px between the rule and the tooltip. */
const AWAY = 10;
const SQUARE = 8;

/** The figures of a day beside its rule. They reach assistive technology as words that are spoken, so it is hidden. */
function DayTooltip({ plot, width, index, reading }: DayTooltipProps) {
  const palette = usePalette();
  const x = plot.dayX(index);
  const side = x > (plot.left + plot.right) / 2 ? { right: width - x + AWAY } : { left: x + AWAY };
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-10 max-w-64 rounded-chip border border-transparent bg-raised px-2 py-1 text-12 text-ink shadow-1"
      style={{ top: plot.top, ...side }}
    >
      <p className="font-medium whitespace-nowrap">{reading.day}</p>
      {reading.rows.map(({ label, value, colour }) => (
        <p key={label} className="flex items-center gap-1.5 whitespace-nowrap">
          {colour === null ? null : (
            <svg width={SQUARE} height={SQUARE} className="flex-none">
              <rect width={SQUARE} height={SQUARE} rx={2} fill={palette.series[colour]} />
            </svg>
          )}
          <span className="min-w-0 truncate text-ink-2">{label}</span>
          <span className="ms-auto ps-3 tabular-nums">{value}</span>
        </p>
      ))}
      {reading.note === null ? null : <p className="text-ink-2">{reading.note}</p>}
    </div>
  );
}

interface DayRuleProps {
  readonly plot: Plot;
  readonly height: number;
  readonly index: number;
  /** Values that get a dot at this day. */
  readonly dots: readonly { readonly value: number; readonly paint: string }[];
}

/** The dotted rule at the day that somebody looks at. Over the picture, so that moving it draws nothing else anew. */
function DayRule({ plot, height, index, dots }: DayRuleProps) {
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

interface DayOverlayProps extends DayPlotProps {
  readonly width: number;
  readonly plot: Plot;
}

/** All that follows pointer and keys, so that the picture beneath is not drawn anew with each step. */
export function DayOverlay({ width, plot, days, height, today, read, dots, group: shared }: DayOverlayProps) {
  const chart = useId();
  const group = shared ?? chart;
  const crosshair = useCrosshair(group);
  const at = crosshair === null ? -1 : days.indexOf(crosshair.day);
  const index = at < 0 ? null : at;
  const isHere = crosshair?.chart === chart;
  // Without a day there is nothing to walk over.
  if (days.length === 0) return null;
  return (
    <>
      {index === null ? null : <DayRule plot={plot} height={height} index={index} dots={dots(index)} />}
      <DayWalker
        plot={plot}
        days={days}
        group={group}
        chart={chart}
        index={isHere ? index : null}
        start={today ?? days.length - 1}
        say={(day) => sayReading(read(day))}
      />
      {index === null || !isHere ? null : <DayTooltip plot={plot} width={width} index={index} reading={read(index)} />}
    </>
  );
}
