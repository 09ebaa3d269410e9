import type { ChartLine } from '#src/charts/chart-types.ts';
import type { Plot } from '#src/charts/scale/plot.ts';
import type { Box } from '#src/charts/scale/place-labels.ts';
import { usePalette, type Palette } from './palette.ts';
import type { PlotLabel } from './plot-labels.tsx';

const DASHES = '5 3';

/** Horizontal lines, such as caps. Their words are drawn with the other labels. */
export function LimitLines({ plot, lines }: { readonly plot: Plot; readonly lines: readonly ChartLine[] }) {
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
export function lineBoxes(plot: Plot, lines: readonly ChartLine[]): readonly Box[] {
  return lines.map(({ value }) => ({
    left: plot.left,
    right: plot.right,
    top: plot.y(value) - 1,
    bottom: plot.y(value) + 1,
  }));
}

/** The text of each line, on it: at its start, else at its end or below. */
export function lineLabels(plot: Plot, lines: readonly ChartLine[], palette: Palette): readonly PlotLabel[] {
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
