import { Link } from '@tanstack/react-router';
import type { CallsSearch } from '#src/ai-usage/search.ts';
import { formatCount } from '#src/format/number.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { CALL_PAGE } from './calls-filters.ts';
import { messages } from './messages.ts';

interface PagerProps {
  readonly search: CallsSearch;
  readonly skip: number;
  readonly shown: number;
  readonly total: number;
  readonly text: (first: string, last: string, total: string) => string;
}

/** The place of the listed rows among all, and the ways to the others. */
export function Pager({ search, skip, shown, total, text }: PagerProps) {
  const before = Math.max(0, skip - CALL_PAGE);
  const after = skip + CALL_PAGE;
  return (
    <nav aria-label={messages.pages} className="mt-3 flex flex-wrap items-center gap-2 text-12 text-ink-2">
      <span className="flex-1 tabular-nums">
        {text(formatCount(skip + 1), formatCount(skip + shown), formatCount(total))}
      </span>
      {skip > 0 ? (
        <Link
          to="/ai/usage/calls"
          search={{ ...search, skip: before === 0 ? undefined : before }}
          className={buttonClass()}
          resetScroll={false}
        >
          {messages.previous}
        </Link>
      ) : null}
      {after < total ? (
        <Link to="/ai/usage/calls" search={{ ...search, skip: after }} className={buttonClass()} resetScroll={false}>
          {messages.next}
        </Link>
      ) : null}
    </nav>
  );
}
