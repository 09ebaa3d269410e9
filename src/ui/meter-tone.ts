export type MeterTone = 'accent' | 'warn' | 'danger';

/** From this share of the limit on a meter is amber. */
const NEAR = 0.8;

/** How near a value is to its limit: amber from 80 %, red from the whole, and where the service says it is exceeded. */
export function meterTone(value: number, limit: number, isExceeded: boolean): MeterTone {
  if (isExceeded || value >= limit) return 'danger';
  return value >= limit * NEAR ? 'warn' : 'accent';
}
