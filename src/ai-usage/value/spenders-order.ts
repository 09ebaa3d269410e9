import type { AiUsageRow } from '#contract/ai-reports.ts';
import { SPENDER_COLUMNS, type SpenderColumn, type SpenderSort } from '#src/ai-usage/search.ts';

type Figures = Pick<
  AiUsageRow,
  'calls' | 'cost_usd' | 'input_tokens' | 'output_tokens' | 'errors' | 'refused' | 'unpriced_calls'
>;

/** The figure of a column; tokens are those of input and output together. */
export function figureOf(column: SpenderColumn, row: Figures): number | bigint {
  switch (column) {
    case 'cost':
      return row.cost_usd;
    case 'calls':
      return row.calls;
    case 'tokens':
      return row.input_tokens + row.output_tokens;
    case 'errors':
      return row.errors;
    case 'refused':
      return row.refused;
    case 'unpriced':
      return row.unpriced_calls;
  }
}

export function columnOf(sort: SpenderSort): { readonly column: SpenderColumn; readonly isAscending: boolean } {
  const column = SPENDER_COLUMNS.find((name) => sort === name || sort === `-${name}`) ?? 'cost';
  return { column, isAscending: sort === column };
}

/** The largest figure first, or last; equal ones by name. */
export function orderSpenders<Row extends { readonly name: string; readonly figures: Figures }>(
  rows: readonly Row[],
  sort: SpenderSort,
): readonly Row[] {
  const { column, isAscending } = columnOf(sort);
  return rows.toSorted((a, b) => {
    const [x, y] = [figureOf(column, a.figures), figureOf(column, b.figures)];
    if (x === y) return a.name.localeCompare(b.name);
    return x < y === isAscending ? -1 : 1;
  });
}
