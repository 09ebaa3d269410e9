/** A step is one of these, times a power of ten. */
const STEPS = [1, 2, 2.5, 3, 4, 5, 10];
/** Above the zero: with it four ticks. */
const MAX_STEPS = 3;

/**
 * Where a value axis has its ticks: from 0 in equal, round steps to the first that is not below `max`. At most four.
 * @param isWhole the values are counts: no tick lies between two of them
 */
export function niceTicks(max: number, isWhole: boolean): readonly number[] {
  if (!(max > 0) || !Number.isFinite(max)) return [0];
  const least = max / MAX_STEPS;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = STEPS.find((candidate) => exact(candidate * power) >= exact(least)) ?? 10;
  const step = isWhole ? Math.max(1, Math.ceil(exact(factor * power))) : factor * power;
  const count = Math.ceil(exact(max / step));
  return Array.from({ length: count + 1 }, (_, index) => exact(index * step));
}

/** Takes off what binary fractions add: 3 × 0.1 is 0.3. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}
