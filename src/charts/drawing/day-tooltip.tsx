import type { Plot } from '#src/charts/scale/plot.ts';
import type { DayReading } from './day-reading.ts';
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
export function DayTooltip({ plot, width, index, reading }: DayTooltipProps) {
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
