import { CartesianGrid, ComposedChart, XAxis, YAxis, ZIndexLayer } from 'recharts';
import type { ChartLine } from '#src/charts/chart-types.ts';
import { dayLabels } from '#src/charts/scale/day-labels.ts';
import type { Box } from '#src/charts/scale/place-labels.ts';
import { X_AXIS_HEIGHT, type Plot } from '#src/charts/scale/plot.ts';
import type { DayPlotProps } from './day-plot-props.ts';
import { messages } from './messages.ts';
import { usePalette, type Palette } from './palette.ts';
import { PlotLabels, type PlotLabel } from './plot-labels.tsx';

const DASHES = '5 3';

/** Horizontal lines, such as caps. Their words are drawn with the other labels. */
function LimitLines({ plot, lines }: { readonly plot: Plot; readonly lines: readonly ChartLine[] }) {
  const palette = usePalette();
  return lines.map(({ value, look, tone }, place) => (
    <line
      key={place}
      x1={plot.left}
      x2={plot.right}
      y1={plot.y(value)}
      y2={plot.y(value)}
      stroke={palette.line[tone]}
      strokeWidth={1.5}
      strokeDasharray={look === 'dashed' ? DASHES : undefined}
    />
  ));
}

/** Where they run, so that no other words stand on them. */
function lineBoxes(plot: Plot, lines: readonly ChartLine[]): readonly Box[] {
  return lines.map(({ value }) => ({
    left: plot.left,
    right: plot.right,
    top: plot.y(value) - 1,
    bottom: plot.y(value) + 1,
  }));
}

/** The text of each line, on it: at its start, else at its end or below. */
function lineLabels(plot: Plot, lines: readonly ChartLine[], palette: Palette): readonly PlotLabel[] {
  return lines.map(({ label, value, tone }) => {
    const above = plot.y(value) - 6;
    const below = plot.y(value) + 14;
    const middle = (plot.left + plot.right) / 2;
    return {
      key: `line ${label}`,
      text: label,
      paint: palette.lineText[tone],
      isStrong: false,
      places: [
        { x: plot.left + 6, y: above, anchor: 'start' },
        { x: plot.right - 6, y: above, anchor: 'end' },
        { x: plot.left + 6, y: below, anchor: 'start' },
        { x: plot.right - 6, y: below, anchor: 'end' },
        { x: middle, y: above, anchor: 'middle' },
        { x: middle, y: below, anchor: 'middle' },
      ],
    };
  });
}

const SIZE = 6;

/** A pattern a series, for when the person's own colours leave us only one. */
function SeriesPatterns() {
  return (
    <defs>
      <Pattern number={2} path="M0 6 6 0M-1.5 1.5 1.5-1.5M4.5 7.5 7.5 4.5" />
      <Pattern number={3} path="M0 3H6" />
      <Pattern number={4} path="M0 0 6 6M-1.5 4.5 1.5 7.5M4.5-1.5 7.5 1.5" />
      <Pattern number={5} path="M3 0V6" />
      <Pattern number={6} path="M2 3H4" />
    </defs>
  );
}

function Pattern({ number, path }: { readonly number: number; readonly path: string }) {
  return (
    <pattern id={`chart-pattern-${number}`} width={SIZE} height={SIZE} patternUnits="userSpaceOnUse">
      <rect width={SIZE} height={SIZE} fill="Canvas" />
      <path d={path} stroke="CanvasText" strokeWidth={1.5} />
    </pattern>
  );
}

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
