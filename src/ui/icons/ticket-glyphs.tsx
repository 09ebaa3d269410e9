interface StatusGlyphProps {
  /** The wire value; one that this version does not know is drawn as a dashed ring. */
  readonly status: string;
  readonly label: string;
}

const COLOURS: Readonly<Record<string, string>> = {
  open: 'text-accent-text',
  pending: 'text-warn',
  resolved: 'text-ok',
  closed: 'text-ink-3',
};

function Shape({ status }: { readonly status: string }) {
  const ring = <circle cx="7" cy="7" r="5.2" fill="none" stroke="currentColor" strokeWidth="1.6" />;
  const inner = { fill: 'none', stroke: 'var(--bg-surface)', strokeWidth: 1.5, strokeLinecap: 'round' } as const;
  if (status === 'open') return ring;
  if (status === 'pending') {
    return (
      <>
        {ring}
        <path d="M7 3.8a3.2 3.2 0 0 1 0 6.4z" fill="currentColor" />
      </>
    );
  }
  if (status === 'resolved' || status === 'closed') {
    return (
      <>
        <circle cx="7" cy="7" r="6" fill="currentColor" />
        <path d={status === 'resolved' ? 'M4.3 7.2l1.9 1.9 3.6-3.9' : 'M4.4 7h5.2'} strokeLinejoin="round" {...inner} />
      </>
    );
  }
  return <circle cx="7" cy="7" r="5.2" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2 2" />;
}

/** The status of a ticket by shape and colour, 14 px, with its name. */
export function StatusGlyph({ status, label }: StatusGlyphProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      width="14"
      height="14"
      viewBox="0 0 14 14"
      className={`block flex-none ${COLOURS[status] ?? 'text-ink-3'}`}
    >
      <title>{label}</title>
      <Shape status={status} />
    </svg>
  );
}

interface PriorityGlyphProps {
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
export function PriorityGlyph({ priority, label }: PriorityGlyphProps) {
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
