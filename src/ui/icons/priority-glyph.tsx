interface GlyphProps {
  /** The wire value; an unknown one is drawn as no bar. */
  readonly priority: string;
  readonly label: string;
}

const FILLED: Readonly<Record<string, number>> = { high: 3, normal: 2, low: 1 };
const BARS = [
  { x: 1, y: 8.5, height: 4.5 },
  { x: 5.4, y: 5.3, height: 7.7 },
  { x: 9.8, y: 2.1, height: 10.9 },
] as const;

/** Urgent is a red square with "!", the others one to three bars, high in amber. */
export function PriorityGlyph({ priority, label }: GlyphProps) {
  const filled = FILLED[priority] ?? 0;
  const ink = priority === 'high' ? 'fill-(--warn)' : 'fill-(--text-3)';
  return (
    <svg role="img" aria-label={label} width="14" height="14" viewBox="0 0 14 14" className="block flex-none">
      <title>{label}</title>
      {priority === 'urgent' ? (
        <>
          <rect x=".5" y=".5" width="13" height="13" rx="3" className="fill-(--danger)" />
          <path
            d="M7 3.4v4.2M7 10.3v.1"
            className="stroke-(--bg-surface)"
            strokeWidth="1.7"
            strokeLinecap="round"
            fill="none"
          />
        </>
      ) : (
        BARS.map((bar, index) => (
          <rect key={bar.x} {...bar} width="3" rx="1" className={index < filled ? ink : 'fill-(--line-strong)'} />
        ))
      )}
    </svg>
  );
}
