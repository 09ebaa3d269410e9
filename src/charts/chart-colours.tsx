/** The colour of a series by its place; `muted` is for counts. */
export type ChartColour = 1 | 2 | 3 | 4 | 5 | 6 | 'muted';

/** The value of `fill` and `stroke`. */
export function paintOf(colour: ChartColour): string {
  return `var(--chart-${colour})`;
}

/** In forced colours each series has an outline with dashes of its own: colours alone do not tell them apart. */
export const OUTLINE = 'forced-colors:stroke-[CanvasText]';
export const DASHES: Readonly<Record<ChartColour, string>> = {
  1: 'none',
  2: '4 2',
  3: '1 2',
  4: '8 3',
  5: '4 2 1 2',
  6: '1 5',
  muted: 'none',
};

/** The mark before the name of a series. Forced colours keep the shapes of an SVG. */
export function Swatch({ colour }: { readonly colour: ChartColour }) {
  return (
    <svg aria-hidden="true" width={14} height={10} className="me-1.5 inline-block">
      <rect
        x={1}
        y={1}
        width={12}
        height={8}
        rx={2}
        fill={paintOf(colour)}
        strokeDasharray={DASHES[colour]}
        className={OUTLINE}
      />
    </svg>
  );
}
