const SIZE = 6;

/** A pattern a series, for when the person's own colours leave us only one. */
export function SeriesPatterns() {
  return (
    <defs>
      <Pattern number={2} path="M0 6 6 0M-1.5 1.5 1.5-1.5M4.5 7.5 7.5 4.5" />
      <Pattern number={3} path="M0 3H6" />
      <Pattern number={4} path="M0 0 6 6M-1.5 4.5 1.5 7.5M4.5-1.5 7.5 1.5" />
      <Pattern number={5} path="M3 0V6" />
      <Pattern number={6} path="M2 3H4" />
    </defs>
  );
}

function Pattern({ number, path }: { readonly number: number; readonly path: string }) {
  return (
    <pattern id={`chart-pattern-${number}`} width={SIZE} height={SIZE} patternUnits="userSpaceOnUse">
      <rect width={SIZE} height={SIZE} fill="Canvas" />
      <path d={path} stroke="CanvasText" strokeWidth={1.5} />
    </pattern>
  );
}
