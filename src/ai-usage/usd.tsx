import { formatExactUsd, formatUsd } from '#src/format/money.ts';

/** An amount as people read it, with every digit in its title where rounding hides some. */
export function Usd({ usd }: { readonly usd: number }) {
  const shown = formatUsd(usd);
  const exact = formatExactUsd(usd);
  return exact === shown ? shown : <span title={exact}>{shown}</span>;
}
