const EDGES: Readonly<Record<number, string>> = {
  1: 'border-chart-1',
  2: 'border-chart-2',
  3: 'border-chart-3',
  4: 'border-chart-4',
  5: 'border-chart-5',
  6: 'border-chart-6',
};

interface TagProps {
  readonly children: string;
  /** A number of the palette's six colours. It decorates: the name is what counts. */
  readonly color?: number | undefined;
}

/** A ticket's tag, verbatim. */
export function Tag({ children, color = 0 }: TagProps) {
  return (
    <span
      dir="auto"
      className={`inline-block min-h-[18px] max-w-40 truncate rounded-tag border-s-2 bg-active ps-1 pe-1.5 text-11 leading-[18px] text-ink-2 outline outline-1 outline-transparent ${EDGES[color] ?? 'border-transparent'}`}
    >
      {children}
    </span>
  );
}
