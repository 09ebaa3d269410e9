/** The colour of a series by its place; `muted` is for counts. */
export type ChartColour = 1 | 2 | 3 | 4 | 5 | 6 | 'muted';

/** The value of `fill` and `stroke`. */
export function paintOf(colour: ChartColour): string {
  return `var(--chart-${colour})`;
}

const SWATCHES: Readonly<Record<ChartColour, string>> = {
  1: 'bg-chart-1',
  2: 'bg-chart-2',
  3: 'bg-chart-3',
  4: 'bg-chart-4',
  5: 'bg-chart-5',
  6: 'bg-chart-6',
  muted: 'bg-chart-muted',
};

/** The square before the name of a series. Forced colours keep it, as they keep the shapes of an SVG. */
export function Swatch({ colour }: { readonly colour: ChartColour }) {
  return (
    <span
      aria-hidden="true"
      className={`me-2 inline-block size-2 rounded-[2px] forced-color-adjust-none ${SWATCHES[colour]}`}
    />
  );
}
