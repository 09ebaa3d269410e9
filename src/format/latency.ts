import { formatLocale } from '#src/i18n/locale.ts';
import { formatCount } from './number.ts';

const seconds = new Intl.NumberFormat(formatLocale(), { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });

/** "310 ms", from a second on "1.84 s", with a space that does not break. */
export function formatLatency(ms: number): string {
  return ms < 999.5 ? `${formatCount(Math.round(ms))}\u00a0ms` : `${seconds.format(ms / 1000)}\u00a0s`;
}
