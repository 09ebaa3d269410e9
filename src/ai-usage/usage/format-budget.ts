import { formatUsd, formatWholeUsd } from '#src/format/money.ts';

/** A budget as it was set: "$600", "$600.50". */
export function formatBudget(usd: number | bigint): string {
  const amount = Number(usd);
  return Number.isInteger(amount) ? formatWholeUsd(amount) : formatUsd(amount);
}
