import type { ReactNode } from 'react';

interface ChipProps {
  readonly tone?: 'plain' | 'accent' | 'ok' | 'warn' | 'danger';
  readonly children: ReactNode;
}

// A transparent outline appears in forced colours, where tints vanish.
const TONES = {
  plain: 'bg-active text-ink-2',
  accent: 'bg-accent-tint text-accent-text',
  ok: 'bg-ok-tint text-ok-text',
  warn: 'bg-warn-tint text-warn-text',
  danger: 'bg-danger-tint text-danger-text',
} as const;

/** A short state in words, such as "Demo" or "Not deployed". */
export function Chip({ tone = 'plain', children }: ChipProps) {
  return (
    <span
      className={`inline-flex min-h-5 flex-none items-center gap-1 whitespace-nowrap rounded-chip px-[7px] text-12 font-medium outline outline-1 outline-transparent ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}

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
