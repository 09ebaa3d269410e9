import type { BurnUpChartProps } from '#src/charts/chart-types.ts';
import type { Box } from '#src/charts/scale/place-labels.ts';
import type { Plot } from '#src/charts/scale/plot.ts';
import { burnUpPoints, lastKnown } from './burn-up-days.ts';
import type { Palette } from './palette.ts';
import type { PlotLabel } from './plot-labels.tsx';

/** The tone of the line that is crossed. */
export function crossedTone({ lines = [], crossing = null }: BurnUpChartProps): 'warn' | 'danger' | 'ink' {
  return lines.find(({ value }) => value === crossing?.value)?.tone ?? 'ink';
}

/** The words at the dots: what there is now, what is to be expected at the end, where a line is crossed. */
export function burnUpLabels(chart: BurnUpChartProps, plot: Plot, palette: Palette): readonly PlotLabel[] {
  const { days, actual, forecast = null, crossing = null, format } = chart;
  const labels: PlotLabel[] = [];
  const now = lastKnown(actual);
  const value = actual[now] ?? null;
  if (value !== null) {
    const [x, y] = [plot.dayX(now), plot.y(value)];
    labels.push({
      key: 'now',
      text: format(value, 'full'),
      paint: palette.text,
      isStrong: true,
      places: [
        { x: x - 8, y: y - 8, anchor: 'end' },
        { x: x + 8, y: y + 16, anchor: 'start' },
        { x: x + 8, y: y - 8, anchor: 'start' },
        { x: x - 8, y: y + 16, anchor: 'end' },
      ],
    });
  }
  const end = lastKnown(forecast?.middle ?? []);
  const expected = forecast?.middle[end] ?? null;
  if (expected !== null && end > now) {
    const x = plot.dayX(end);
    labels.push({
      key: 'end',
      text: format(expected, 'short'),
      paint: palette.text,
      isStrong: true,
      places: [
        { x, y: plot.y(forecast?.high[end] ?? expected) - 6, anchor: 'end' },
        { x, y: plot.y(forecast?.low[end] ?? expected) + 16, anchor: 'end' },
      ],
    });
  }
  const at = crossing === null ? -1 : days.indexOf(crossing.day);
  if (crossing !== null && at >= 0) {
    const [x, y] = [plot.dayX(at), plot.y(crossing.value)];
    labels.push({
      key: 'crossing',
      text: crossing.label,
      paint: palette.lineText[crossedTone(chart)],
      isStrong: false,
      places: [
        { x: x - 7, y: y + 17, anchor: 'start' },
        { x: x + 7, y: y + 17, anchor: 'end' },
        { x: x - 9, y: y - 9, anchor: 'end' },
        { x: x + 9, y: y - 9, anchor: 'start' },
        // On the last day there is nothing to the right.
        { x, y: y + 17, anchor: 'end' },
      ],
    });
  }
  return labels;
}

/** Where the curves and the band run. */
export function burnUpBoxes(chart: BurnUpChartProps, plot: Plot): readonly Box[] {
  const points = burnUpPoints(chart);
  return points.flatMap(({ x, actual, middle, band }, index) => {
    const before = points[index - 1];
    const ends = [actual, middle, ...(band ?? []), before?.actual, before?.middle, ...(before?.band ?? [])];
    const known = ends.filter((value) => typeof value === 'number').map((value) => plot.y(value));
    if (before === undefined || known.length === 0) return [];
    const right = plot.left + x * plot.dayWidth;
    return [{ left: right - plot.dayWidth, right, top: Math.min(...known) - 1, bottom: Math.max(...known) + 1 }];
  });
}
