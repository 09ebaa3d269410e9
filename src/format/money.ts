import { formatLocale } from '#src/i18n/locale.ts';

const formats = new Map<string, Intl.NumberFormat>();

function format(minimum: number, maximum: number): Intl.NumberFormat {
  const key = `${minimum} ${maximum}`;
  let known = formats.get(key);
  if (known === undefined) {
    known = new Intl.NumberFormat(formatLocale(), {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: minimum,
      maximumFractionDigits: maximum,
    });
    formats.set(key, known);
  }
  return known;
}

/**
 * "$460.82". An amount below a cent keeps up to two digits that count, "$0.00042", so that nothing that was paid is shown as
 * nothing.
 */
export function formatUsd(usd: number): string {
  const size = Math.abs(usd);
  if (size === 0 || size >= 0.01) return format(2, 2).format(usd);
  const places = Math.min(20, 1 - Math.floor(Math.log10(size)));
  return format(2, places).format(usd);
}

/** "$719": for forecasts and axes. An amount below ten dollars keeps its cents. */
export function formatWholeUsd(usd: number | bigint): string {
  if (typeof usd === 'number' && Math.abs(usd) < 10 && !Number.isInteger(usd)) return formatUsd(usd);
  return format(0, 0).format(usd);
}

/** "$460.823917": every digit there is, for where rounding would hide something. */
export function formatExactUsd(usd: number | bigint): string {
  return format(2, 20).format(usd);
}
