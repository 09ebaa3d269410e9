const PLACES = 12;

/** Money in 1e-12 USD: sums of them are exact, in any order, where sums of fractions are not. */
export type PicoUsd = bigint;

/** The amount that a number of the wire stands for, read from its shortest decimal text. */
export function toPico(usd: number): PicoUsd {
  if (usd < 0) return -toPico(-usd);
  const [mantissa = '0', exponent = '0'] = String(usd).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const shift = PLACES + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return shift >= 0 ? digits * 10n ** BigInt(shift) : divideRounded(digits, 10n ** BigInt(-shift));
}

/** In USD, the nearest number there is; to be shown, not to be added. */
export function fromPico(pico: PicoUsd): number {
  return Number(`${pico}e-${PLACES}`);
}

export function sumPico(amounts: readonly number[]): PicoUsd {
  return amounts.reduce((sum, usd) => sum + toPico(usd), 0n);
}

/** The sum of amounts in USD without the drift of binary fractions: 0.1 and 0.2 are 0.3. */
export function sumUsd(amounts: readonly number[]): number {
  return fromPico(sumPico(amounts));
}

/** Halves go up. @param dividend at least 0 */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor / 2n) / divisor;
}

/** A share from 0 to 1; null where there is nothing to have a share of. */
export function shareOf(part: number | bigint, whole: number | bigint): number | null {
  return Number(whole) === 0 ? null : Number(part) / Number(whole);
}
