import { formatCompact, formatCount } from '#src/format/number.ts';
import { formatExactUsd, formatUsd } from '#src/format/money.ts';
import { Rounded } from '#src/ui/usd.tsx';

/** A figure that leads to the rows it counts. */
export const FIGURE_LINK =
  'hit relative inline-block min-w-6 leading-6 text-ink underline decoration-line-strong underline-offset-2 hover:decoration-current';

interface CentsProps {
  readonly usd: number;
  /** A difference: plus, or the minus sign of typography, which a screen reader says. */
  readonly isSigned?: true | undefined;
}

/** An amount to the cent: less than one is "under $0.01", and a difference of less is none. */
export function Cents({ usd, isSigned }: CentsProps) {
  const size = Math.abs(usd);
  const amount =
    size >= 0.01 || size === 0 ? formatUsd(size) : isSigned === true ? formatUsd(0) : `<${formatUsd(0.01)}`;
  const sign = isSigned !== true || size < 0.01 ? '' : usd > 0 ? '+' : '\u2212';
  return <Rounded shown={`${sign}${amount}`} exact={formatExactUsd(usd)} />;
}

/** A count that is short where it is long. */
export function Count({ count }: { readonly count: number | bigint }) {
  return <Rounded shown={formatCompact(count)} exact={formatCount(count)} />;
}

/** Narrows a wide table to the width of paper, which cannot scroll. */
export const PRINTED_TABLE =
  'print:overflow-visible print:[&_:is(th,td)]:px-0.5! print:[&_:is(th,td)]:text-11! print:[&_:is(th,td)]:whitespace-normal! print:[&_:is(th,td)]:min-w-0!';
