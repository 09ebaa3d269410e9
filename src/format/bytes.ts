import { formatLocale } from '#src/i18n/locale.ts';
import { formatCount } from './number.ts';

const one = new Intl.NumberFormat(formatLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const KB = 1_000;
const MB = 1_000_000;

/** The size of a file: "312 B", "84 kB", "41.2 MB", with a space that does not break. */
export function formatBytes(bytes: number): string {
  if (bytes < KB) return `${formatCount(bytes)}\u00a0B`;
  if (bytes < MB - KB / 2) return `${formatCount(Math.round(bytes / KB))}\u00a0kB`;
  return `${one.format(bytes / MB)}\u00a0MB`;
}
