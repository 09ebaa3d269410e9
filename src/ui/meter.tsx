/** From this share of the limit on a meter is amber. */
const NEAR = 0.8;

/** How near a value is to its limit: amber from 80 %, red from the whole, and where the service says it is exceeded. */
export function meterTone(value: number, limit: number, isExceeded: boolean): 'accent' | 'warn' | 'danger' {
  if (isExceeded || value >= limit) return 'danger';
  return value >= limit * NEAR ? 'warn' : 'accent';
}

interface MeterProps {
  readonly label: string;
  readonly value: number;
  /** Where there is no limit there is no meter, but the words "No cap". */
  readonly limit: number;
  /** The value in words: "$460.82 of $600". */
  readonly text: string;
  readonly isExceeded?: boolean;
}

/** A gauge of 6 px: how much of a limit is used. */
export function Meter({ label, value, limit, text, isExceeded = false }: MeterProps) {
  const share = limit > 0 ? Math.min(1, Math.max(0, value / limit)) : 1;
  return (
    <svg
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(limit, Math.max(0, value))}
      aria-valuetext={text}
      width="100%"
      height={6}
      className="block overflow-visible forced-colors:outline"
    >
      <rect width="100%" height={6} rx={3} fill="var(--bg-active)" />
      <rect width={`${share * 100}%`} height={6} rx={3} fill={`var(--${meterTone(value, limit, isExceeded)})`} />
    </svg>
  );
}

/** How far something is, from 0 to 1. */
export function ProgressBar({ label, share }: { readonly label: string; readonly share: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      className="h-1.5 overflow-hidden rounded-full bg-active forced-colors:outline"
    >
      <div
        className="h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
        style={{ inlineSize: `${share * 100}%` }}
      />
    </div>
  );
}

interface ShareBarProps {
  /** A sentence that names each share: the picture has no other words. */
  readonly label: string;
  /** In a fixed order, so that the place tells a segment as its colour does. */
  readonly segments: readonly {
    readonly key: string;
    /** Tooltip of the segment: "bot, 50.0 %". */
    readonly text: string;
    readonly value: number;
    /** Its paint: `SVG_FILL[1]` of `src/charts/chart-colours.tsx`. */
    readonly fill: string;
  }[];
}

/** px between two segments, in the colour behind them. */
const GAP = 2;
const HEIGHT = 12;

/** One bar that is the whole, in segments of its parts. Without any value the empty track is drawn. */
export function ShareBar({ label, segments }: ShareBarProps) {
  const parts = segments.filter(({ value }) => value > 0);
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  let before = 0;
  return (
    <svg
      role="img"
      aria-label={label}
      width="100%"
      height={HEIGHT}
      className="block overflow-hidden rounded-tag forced-colors:outline"
    >
      {parts.length === 0 ? <rect width="100%" height={HEIGHT} fill="var(--bg-active)" /> : null}
      {parts.map(({ key, text, value, fill }, index) => {
        const start = (before / total) * 100;
        before += value;
        return (
          <g key={key}>
            <rect x={`${start}%`} width={`${(value / total) * 100}%`} height={HEIGHT} fill={fill}>
              <title>{text}</title>
            </rect>
            {index === 0 ? null : <rect x={`${start}%`} width={GAP} height={HEIGHT} fill="var(--bg-surface)" />}
          </g>
        );
      })}
    </svg>
  );
}
