import type { ChartTable } from '#src/charts/chart-types.ts';
import { csvFile } from '#contract/csv.ts';

/** The figures of a chart as a file: the rows of its table with exact values, the columns by their keys (`cost_usd`). */
export function tableCsv({ columns, rows }: Pick<ChartTable, 'columns' | 'rows'>): string {
  return csvFile(
    columns.map(({ key }) => key),
    rows.map((cells) => cells.map(({ exact }) => exact)),
  );
}
