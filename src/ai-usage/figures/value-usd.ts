const PLACES = 12;

/** Money in 1e-12 USD: sums of them are exact, in any order, where sums of fractions are not. */
export type PicoUsd = bigint;

/** The amount that a number of the wire stands for, read from its shortest decimal text. @param usd at least 0, in USD */
export function toPico(usd: number): PicoUsd {
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

/** @param amounts each at least 0, in USD */
export function sumPico(amounts: readonly number[]): PicoUsd {
  return amounts.reduce((sum, usd) => sum + toPico(usd), 0n);
}

/** Halves go up. @param dividend at least 0 */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor / 2n) / divisor;
}

/** Of 1; null of nothing. */
export function shareOf(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Number(part) / Number(whole);
}
