import { formatLocale } from '#src/i18n/locale.ts';

const grouped = new Intl.NumberFormat(formatLocale());

/** "1,204", by the rules of the locale; all digits of a bigint. */
export function formatCount(n: number | bigint): string {
  return grouped.format(n);
}
