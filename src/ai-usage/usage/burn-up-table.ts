import type { MonthCurve } from '#src/ai-usage/figures/month-curve.ts';
import type { ChartTable } from '#src/charts/chart-types.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatUtcDay, formatUtcMonthAndYear } from '#src/format/utc-day.ts';
import { messages } from './messages.ts';

type Curve = readonly (number | null)[];

/** The curve as a table: each day of the month with what was spent by its end, or what is expected. */
export function burnUpTable(
  { days, actual }: MonthCurve,
  curves: { readonly middle: Curve; readonly low: Curve; readonly high: Curve } | null,
  today: string,
): ChartTable {
  const columns = curves === null ? [actual] : [actual, curves.middle, curves.low, curves.high];
  const { day, spent, forecast, low, high } = messages.burnUp.columns;
  const labels = curves === null ? [spent] : [spent, forecast, low, high];
  return {
    caption: `${messages.burnUp.title}, ${messages.burnUp.note(formatUtcMonthAndYear(today))}`,
    fileName: messages.burnUp.fileName(today.slice(0, 7)),
    columns: [
      { key: 'date_utc', label: day, isNumber: false },
      ...labels.map((label, index) => ({
        key: ['spent_usd', 'forecast_usd', 'forecast_low_usd', 'forecast_high_usd'][index] ?? '',
        label,
        isNumber: true,
      })),
    ],
    rows: days.map((date, index) => [
      { shown: formatUtcDay(date), exact: date },
      ...columns.map((column) => {
        const value = column[index] ?? null;
        return { shown: value === null ? messages.feature.none : formatUsd(value), exact: value };
      }),
    ]),
  };
}
