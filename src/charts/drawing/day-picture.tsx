import { CartesianGrid, ComposedChart, XAxis, YAxis, ZIndexLayer } from 'recharts';
import { messages } from './messages.ts';
import { dayLabels } from '#src/charts/scale/day-labels.ts';
import { X_AXIS_HEIGHT, type Plot } from '#src/charts/scale/plot.ts';
import type { DayPlotProps } from './day-plot-props.ts';
import { LimitLines, lineBoxes, lineLabels } from './limit-lines.tsx';
import { usePalette } from './palette.ts';
import { PlotLabels } from './plot-labels.tsx';
import { SeriesPatterns } from './series-patterns.tsx';

interface DayPictureProps extends DayPlotProps {
  readonly width: number;
  readonly plot: Plot;
  readonly ticks: readonly number[];
}

/** Above all that Recharts draws. */
const ABOVE = 700;
const TEXT = 'text-11 tabular-nums';

/** The SVG of a chart: axes and marks by Recharts, limits and words above them. */
export function DayPicture(props: DayPictureProps) {
  const {
    label,
    days,
    format,
    height,
    width,
    plot,
    ticks,
    lines = [],
    today,
    data,
    marks,
    above,
    labels,
    boxes,
  } = props;
  const palette = usePalette();
  const named = dayLabels(days, plot.right - plot.left, today, messages.today);
  return (
    <ComposedChart
      role="img"
      aria-label={label}
      width={width}
      height={height}
      data={[...data]}
      margin={{ top: plot.top, right: width - plot.right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      {palette.isForced ? <SeriesPatterns /> : null}
      <CartesianGrid vertical={false} horizontalValues={[...ticks]} stroke={palette.grid} />
      <XAxis
        dataKey="x"
        type="number"
        domain={[0, days.length]}
        allowDataOverflow
        height={X_AXIS_HEIGHT}
        axisLine={false}
        tickLine={false}
        tick={false}
      />
      <YAxis
        type="number"
        domain={[0, plot.max]}
        allowDataOverflow
        width={plot.left}
        ticks={[...ticks]}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={({ payload }: { readonly payload: { readonly value: number } }) => (
          <text x={plot.left - 8} y={plot.y(payload.value) + 4} textAnchor="end" fill={palette.axis} className={TEXT}>
            {format(payload.value, 'short')}
          </text>
        )}
      />
      {marks(plot)}
      <ZIndexLayer zIndex={ABOVE}>
        {named.map(({ index, text, isToday }) => (
          <text
            key={index}
            x={plot.dayX(index)}
            y={height - 6}
            textAnchor="middle"
            fill={isToday ? palette.text : palette.axis}
            className={`${TEXT} ${isToday ? 'font-medium' : ''}`}
          >
            {text}
          </text>
        ))}
        <LimitLines plot={plot} lines={lines} />
        {above(plot)}
        <PlotLabels
          plot={plot}
          labels={[...labels(plot), ...lineLabels(plot, lines, palette)]}
          marks={[...boxes(plot), ...lineBoxes(plot, lines)]}
        />
      </ZIndexLayer>
    </ComposedChart>
  );
}
