import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCompact } from '#src/format/compact.ts';
import { formatExactUsd, formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import type { CallsSearch } from './search.ts';

/** A figure that leads to the rows it counts, for links to any page. */
export const FIGURE_LINK =
  'hit relative inline-block min-w-6 leading-6 text-ink underline decoration-line-strong underline-offset-2 hover:decoration-current';

interface CallsLinkProps {
  /** The calls that are counted; null where they cannot be listed. */
  readonly search: CallsSearch | null;
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A figure or name that leads to its calls. */
export function CallsLink({ search, label, className = '', children }: CallsLinkProps) {
  if (search === null) return children;
  return (
    <Link to="/ai/usage/calls" search={search} aria-label={label} className={`${FIGURE_LINK} ${className}`}>
      {children}
    </Link>
  );
}

/** An amount as people read it, with every digit in its title where rounding hides some. */
export function Usd({ usd }: { readonly usd: number }) {
  return <Rounded shown={formatUsd(usd)} exact={formatExactUsd(usd)} />;
}

/** A count that is short where it is long. */
export function Count({ count }: { readonly count: number | bigint }) {
  return <Rounded shown={formatCompact(count)} exact={formatCount(count)} />;
}

function Rounded({ shown, exact }: { readonly shown: string; readonly exact: string }) {
  return exact === shown ? shown : <span title={exact}>{shown}</span>;
}

/** A wide table as narrow as paper needs it: all of its columns, as nobody scrolls there. */
export const PRINTED_TABLE =
  'print:overflow-visible print:[&_:is(th,td)]:px-0.5! print:[&_:is(th,td)]:text-11! print:[&_:is(th,td)]:whitespace-normal! print:[&_:is(th,td)]:min-w-0!';
