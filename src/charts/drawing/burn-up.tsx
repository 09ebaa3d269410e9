import { Area, Line } from 'recharts';
import type { BurnUpChartProps } from '#src/charts/chart-types.ts';
import type { Plot } from '#src/charts/scale/plot.ts';
import { burnUpPoints, readBurnUp, todayOf, isAlone, lastKnown } from './burn-up-days.ts';
import { burnUpBoxes, burnUpLabels, crossedTone } from './burn-up-labels.ts';
import { DayPlot } from './day-plot.tsx';
import { usePalette } from './palette.ts';

const RADIUS = 4;
const RIM = 2;

/** The rule at today, the dot at now, the ring where a line is crossed. */
function BurnUpMarks({ chart, plot }: { readonly chart: BurnUpChartProps; readonly plot: Plot }) {
  const palette = usePalette();
  const { days, actual, crossing = null } = chart;
  const now = lastKnown(actual);
  const today = todayOf(chart);
  const at = crossing === null ? -1 : days.indexOf(crossing.day);
  return (
    <>
      {today === null ? null : (
        <line
          x1={plot.dayX(today)}
          x2={plot.dayX(today)}
          y1={plot.top}
          y2={plot.bottom}
          stroke={palette.rule}
          strokeDasharray="2 3"
        />
      )}
      {actual.map((value, index) =>
        value !== null && (index === now || isAlone(actual, index)) ? (
          <circle
            key={days[index]}
            cx={plot.dayX(index)}
            cy={plot.y(value)}
            r={RADIUS}
            fill={palette.series[1]}
            stroke={palette.surface}
            strokeWidth={RIM}
          />
        ) : null,
      )}
      {crossing === null || at < 0 ? null : (
        <circle
          cx={plot.dayX(at)}
          cy={plot.y(crossing.value)}
          r={RADIUS}
          fill={palette.surface}
          stroke={palette.line[crossedTone(chart)]}
          strokeWidth={RIM}
        />
      )}
    </>
  );
}

/** Dots as long as the line is wide, and a little more between them. */
const DOTTED = '2 5';
const LINE = { strokeWidth: 2, dot: false, activeDot: false, isAnimationActive: false } as const;
const BAND_OPACITY = 0.1;

/** A running total against its limits, with what is to be expected of the days to come. */
export function BurnUp(props: BurnUpChartProps) {
  const { actual, forecast = null } = props;
  const palette = usePalette();
  const known = [...actual, ...(forecast?.middle ?? []), ...(forecast?.high ?? [])].filter((value) => value !== null);
  return (
    <DayPlot
      {...props}
      place="end"
      max={Math.max(0, ...known)}
      isWhole={known.every((value) => Number.isInteger(value))}
      today={todayOf(props)}
      data={burnUpPoints(props)}
      read={(index) => readBurnUp(props, index)}
      dots={(index) => {
        const value = actual[index] ?? forecast?.middle[index] ?? null;
        return value === null ? [] : [{ value, paint: palette.series[1] }];
      }}
      labels={(plot) => burnUpLabels(props, plot, palette)}
      boxes={(plot) => burnUpBoxes(props, plot)}
      marks={() => (
        <>
          <Area
            dataKey="band"
            stroke="none"
            fill={palette.band}
            fillOpacity={BAND_OPACITY}
            isAnimationActive={false}
            activeDot={false}
          />
          <Line {...LINE} dataKey="middle" stroke={palette.series[1]} strokeDasharray={DOTTED} strokeLinecap="round" />
          <Line {...LINE} dataKey="actual" stroke={palette.series[1]} strokeLinejoin="round" />
        </>
      )}
      above={(plot) => <BurnUpMarks chart={props} plot={plot} />}
    />
  );
}
