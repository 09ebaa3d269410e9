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
