import { useId } from 'react';
import type { Plot } from '#src/charts/scale/plot.ts';
import { useCrosshair } from './crosshair.ts';
import type { DayPlotProps } from './day-plot-props.ts';
import { sayReading } from './day-reading.ts';
import { DayRule } from './day-rule.tsx';
import { DayTooltip } from './day-tooltip.tsx';
import { DayWalker } from './day-walker.tsx';

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
