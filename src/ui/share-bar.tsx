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
