/** Costs have at most 12 decimals. */
const SCALE = 1e12;

/** The sum of amounts in USD without the drift of binary fractions: 0.1 and 0.2 are 0.3. */
export function sumUsd(amounts: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const amount of amounts) {
    const next = sum + amount;
    lost += Math.abs(sum) >= Math.abs(amount) ? sum - next + amount : amount - next + sum;
    sum = next;
  }
  const exact = sum + lost;
  // Beyond 2^53 units there are no 12 decimals to round to.
  return Math.abs(exact) * SCALE < Number.MAX_SAFE_INTEGER ? Math.round(exact * SCALE) / SCALE : exact;
}
