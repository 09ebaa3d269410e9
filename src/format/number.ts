import { formatLocale } from '#src/i18n/locale.ts';

const grouped = new Intl.NumberFormat(formatLocale());

/** "1,204", by the rules of the locale; every digit of a bigint stands. */
export function formatCount(n: number | bigint): string {
  return grouped.format(n);
}
