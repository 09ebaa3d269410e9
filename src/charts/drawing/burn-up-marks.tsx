import type { BurnUpChartProps } from '#src/charts/chart-types.ts';
import type { Plot } from '#src/charts/scale/plot.ts';
import { isAlone, lastKnown, todayOf } from './burn-up-days.ts';
import { crossedTone } from './burn-up-labels.ts';
import { usePalette } from './palette.ts';

const RADIUS = 4;
const RIM = 2;

/** The rule at today, the dot at now, the ring where a line is crossed. */
export function BurnUpMarks({ chart, plot }: { readonly chart: BurnUpChartProps; readonly plot: Plot }) {
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
