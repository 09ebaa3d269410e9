import type { ReactNode } from 'react';
import { formatCount } from '#src/format/number.ts';

interface PagerProps {
  readonly label: string;
  readonly texts: {
    readonly range: (first: string, last: string, total: string) => string;
    readonly previous: string;
    readonly next: string;
  };
  /** Rows before the page, on it, in total, and on a full page. */
  readonly skip: number | undefined;
  readonly shown: number;
  readonly total: number;
  readonly size: number;
  /** Shown even if one page holds all. */
  readonly isAlwaysShown?: true;
  /** A link to the page after `skip` rows; undefined for the first page. */
  readonly link: (skip: number | undefined, text: string) => ReactNode;
  readonly className?: string;
}

/** "1 to 50 of 312" with links to the previous and the next page; nothing if one page holds all. */
export function Pager({ label, texts, skip = 0, shown, total, size, isAlwaysShown, link, className = '' }: PagerProps) {
  if (isAlwaysShown !== true && total <= size && skip === 0) return null;
  return (
    <nav aria-label={label} className={`flex flex-wrap items-center gap-x-3 gap-y-1 text-12 ${className}`}>
      <span className="text-ink-3 tabular-nums">
        {texts.range(formatCount(Math.min(skip + 1, total)), formatCount(skip + shown), formatCount(total))}
      </span>
      {skip > 0 ? link(skip <= size ? undefined : skip - size, texts.previous) : null}
      {skip + shown < total ? link(skip + size, texts.next) : null}
    </nav>
  );
}
