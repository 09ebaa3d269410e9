import type { ColumnChartProps } from '#src/charts/chart-types.ts';
import type { Plot } from '#src/charts/scale/plot.ts';
import { usePalette } from './palette.ts';

interface NoteMarksProps {
  readonly plot: Plot;
  readonly days: readonly string[];
  readonly totals: readonly number[];
  readonly notes: NonNullable<ColumnChartProps['notes']>;
}

const HALF = 4;
const AWAY = 4;

/** A small triangle above each day that has a note. The note itself is in the tooltip. */
export function NoteMarks({ plot, days, totals, notes }: NoteMarksProps) {
  const palette = usePalette();
  return notes.map(({ day, text }) => {
    const index = days.indexOf(day);
    if (index < 0) return null;
    const x = plot.dayX(index);
    const y = Math.max(plot.top, plot.y(totals[index] ?? 0) - AWAY);
    return (
      <path
        key={`${day} ${text}`}
        d={`M${x} ${y}L${x - HALF} ${y - HALF * 1.6}H${x + HALF}Z`}
        fill={palette.line.warn}
        stroke={palette.surface}
        paintOrder="stroke"
      />
    );
  });
}
