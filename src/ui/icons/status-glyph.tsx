interface GlyphProps {
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
export function StatusGlyph({ status, label }: GlyphProps) {
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
