import type { Key, ReactNode } from 'react';

export interface FigureColumn<Row> {
  readonly key: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** The heading names the row; figures, the default, stand at the end. */
  readonly kind?: 'heading' | 'text' | 'figure';
  /** Of the head and of each cell. */
  readonly className?: string;
  readonly order?: 'ascending' | 'descending' | undefined;
}

interface FigureTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly FigureColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => Key;
  /** The last line, which the others add up to. */
  readonly total?: Row;
  readonly rowClass?: (row: Row) => string;
  /** A list such as that of calls: small, and a row is marked under the pointer. */
  readonly isList?: boolean;
}

const CELL = 'px-2 py-1.5 align-middle';
const CELLS = {
  heading: `${CELL} text-start [font-weight:inherit]`,
  text: CELL,
  figure: `${CELL} text-end whitespace-nowrap tabular-nums`,
} as const;

/** A table of figures: one row for each thing that is counted. */
export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const { caption, columns, rows, keyOf, total, rowClass = () => '', isList = false } = props;
  const look = (at: number, className = '') => `${at === 0 && !isList ? 'ps-0' : ''} ${className}`;
  const cellsOf = (row: Row) =>
    columns.map(({ key, kind = 'figure', className, cell }, at) => {
      const Cell = kind === 'heading' ? 'th' : 'td';
      return (
        <Cell
          key={key}
          scope={kind === 'heading' ? 'row' : undefined}
          className={`${CELLS[kind]} ${look(at, className)}`}
        >
          {cell(row)}
        </Cell>
      );
    });
  return (
    <div className="mt-1 overflow-x-auto">
      <table className={`w-full border-collapse ${isList ? 'text-12' : ''}`}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map(({ key, kind = 'figure', className, head, order }, at) => (
              <th
                key={key}
                scope="col"
                aria-sort={order}
                className={`px-2 py-1.5 text-12 font-medium whitespace-nowrap text-ink-3 ${
                  kind === 'figure' ? 'text-end' : 'text-start'
                } ${look(at, className)}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={`border-b border-line ${isList ? 'hover:bg-hover' : ''} ${rowClass(row)}`}>
              {cellsOf(row)}
            </tr>
          ))}
        </tbody>
        {total === undefined ? null : (
          <tfoot>
            <tr className="font-medium">{cellsOf(total)}</tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
