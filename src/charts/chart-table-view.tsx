import type { ChartTable } from './chart-types.ts';

/** px beyond which the table scrolls by itself. */
const MAX_HEIGHT = 320;

/** The figures of a chart as a real table, which scrolls within itself. */
export function ChartTableView({ caption, columns, rows }: ChartTable) {
  return (
    // The keyboard scrolls what it can focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={caption} tabIndex={0} className="overflow-auto" style={{ maxHeight: MAX_HEIGHT }}>
      <table className="w-full text-12">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, label, isNumber }) => (
              <th
                key={key}
                scope="col"
                className={`sticky top-0 border-b border-line bg-surface px-2 py-1.5 font-medium whitespace-nowrap text-ink-2 ${isNumber ? 'text-end' : 'text-start'}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map(({ shown }, index) => {
                const column = columns[index];
                const look = `border-b border-line px-2 py-1.5 ${column?.isNumber === true ? 'text-end tabular-nums' : 'text-start'}`;
                return index === 0 ? (
                  <th key={column?.key} scope="row" className={`${look} font-normal whitespace-nowrap`}>
                    {shown}
                  </th>
                ) : (
                  <td key={column?.key} className={look}>
                    {shown}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
