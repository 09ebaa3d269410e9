import { formatExactUsd, formatUsd } from '#src/format/money.ts';

/** An amount as people read it, with every digit in its title where rounding hides some. */
export function Usd({ usd }: { readonly usd: number }) {
  return <Rounded shown={formatUsd(usd)} exact={formatExactUsd(usd)} />;
}

/** A figure with its exact value in its title. */
export function Rounded({ shown, exact }: { readonly shown: string; readonly exact: string }) {
  return exact === shown ? shown : <span title={exact}>{shown}</span>;
}
