interface SparklineProps {
  /** Evenly spaced; null where nothing was measured, which is a gap. */
  readonly values: readonly (number | null)[];
  /** What it shows, in words. */
  readonly label: string;
}

const WIDTH = 64;
const HEIGHT = 18;

/** A line as small as a word, which says how a figure came to be what it is. Its lowest and highest values fill its height. */
export function Sparkline({ values, label }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (index: number): number => (index / (values.length - 1)) * (WIDTH - 2) + 1;
  // What never changed is a line in the middle.
  const y = (value: number): number =>
    high === low ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4);
  const path = values
    .map((value, index) => {
      if (value === null) return '';
      const isStart = index === 0 || values[index - 1] === null;
      return `${isStart ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
  const last = values.at(-1) ?? null;
  return (
    <svg role="img" aria-label={label} width={WIDTH} height={HEIGHT} className="flex-none text-ink-3 print:hidden">
      <path d={path} fill="none" stroke="currentColor" strokeWidth={1.2} strokeLinejoin="round" strokeLinecap="round" />
      {last === null ? null : <circle cx={x(values.length - 1)} cy={y(last)} r={1.6} fill="currentColor" />}
    </svg>
  );
}
