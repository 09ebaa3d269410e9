import { formatLocale } from '#src/i18n/locale.ts';

const grouped = new Intl.NumberFormat(formatLocale());

/** "1,204", by the rules of the locale; all digits of a bigint. */
export function formatCount(n: number | bigint): string {
  return grouped.format(n);
}

const STEPS = [
  { from: 1_000_000_000n, unit: 'B' },
  { from: 1_000_000n, unit: 'M' },
] as const;

const three = new Intl.NumberFormat(formatLocale(), { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
const one = new Intl.NumberFormat(formatLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** "1.09 M", "33.4 M", "2.50 B" with three digits that count; below a million every digit: "15,248". */
export function formatCompact(n: number | bigint): string {
  const whole = BigInt(typeof n === 'number' ? Math.round(n) : n);
  const step = STEPS.find(({ from }) => whole >= from);
  if (step === undefined) return formatCount(whole);
  return `${three.format(Number(whole) / Number(step.from))}\u00a0${step.unit}`;
}

/** A share from 0 to 1 as "29.8 %", with a space that does not break. */
export function formatPercent(share: number): string {
  return `${one.format(share * 100)}\u00a0%`;
}

/** "310 ms", from a second on "1.84 s", with a space that does not break. */
export function formatLatency(ms: number): string {
  return ms < 999.5 ? `${formatCount(Math.round(ms))}\u00a0ms` : `${three.format(ms / 1000)}\u00a0s`;
}

const KB = 1_000;
const MB = 1_000_000;

/** The size of a file: "312 B", "84 kB", "41.2 MB", with a space that does not break. */
export function formatBytes(bytes: number): string {
  if (bytes < KB) return `${formatCount(bytes)}\u00a0B`;
  if (bytes < MB - KB / 2) return `${formatCount(Math.round(bytes / KB))}\u00a0kB`;
  return `${one.format(bytes / MB)}\u00a0MB`;
}
