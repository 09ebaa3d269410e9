interface ColumnPartProps {
  readonly series: string;
  readonly value: number;
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly paint: string;
  readonly opacity: number;
  /** The outline of a pattern. */
  readonly rim: string | undefined;
}

const RADIUS = 2;
/** px of a zero, and the least of what is more. */
const ZERO = 1;
const LEAST = 2;

/** A value, however small, is seen; zero is a line on the ground, as a day of which nothing is known has none. */
export function ColumnPart({ series, value, x, top, bottom, width, paint, opacity, rim }: ColumnPartProps) {
  const height = Math.max(value === 0 ? ZERO : LEAST, bottom - top);
  return (
    <rect
      data-series={series}
      x={x}
      y={bottom - height}
      width={width}
      height={height}
      rx={Math.min(RADIUS, height / 2)}
      fill={paint}
      opacity={rim === undefined ? opacity : undefined}
      stroke={rim}
    />
  );
}
