import { messages } from './messages.ts';
import type { MonthReport, ReportTable } from './month-report.ts';

interface MonthSheetProps {
  readonly report: MonthReport;
  /** When it was made, and from which calls. */
  readonly foot: readonly string[];
}

/** The page that is printed: on paper it is all there is. */
export function MonthSheet({ report, foot }: MonthSheetProps) {
  const { title, window, notes, tables, definitions } = report;
  // The days are as long as all else together: they stand beside it.
  const days = tables.at(-1);
  return (
    <article data-print="" aria-label={title} className="mt-4 text-12">
      <h2 className="text-20 font-semibold [overflow-wrap:anywhere]">{title}</h2>
      <p className="text-ink-2">{[window, ...notes].join('. ')}</p>
      <div className="grid gap-x-8 md:grid-cols-2 print:grid-cols-2">
        <div className="min-w-0">
          {tables.slice(0, -1).map((table) => (
            <SheetTable key={table.title} table={table} />
          ))}
        </div>
        <div className="min-w-0">{days === undefined ? null : <SheetTable table={days} />}</div>
      </div>
      <h3 className="mt-4 font-semibold">{messages.definitions.title}</h3>
      {[definitions, ...foot].map((line) => (
        <p key={line} className="text-11 text-ink-3 [overflow-wrap:anywhere]">
          {line}
        </p>
      ))}
    </article>
  );
}

function SheetTable({ table }: { readonly table: ReportTable }) {
  const { title, columns, rows, empty } = table;
  const align = (at: number) => (columns[at]?.isNumber ? 'text-end whitespace-nowrap tabular-nums' : 'text-start');
  const hasHead = columns.some(({ label }) => label !== '');
  return (
    <section>
      <h3 className="mt-4 font-semibold">{title}</h3>
      {rows.length === 0 ? (
        <p className="text-ink-3">{empty}</p>
      ) : (
        <div className="overflow-x-auto print:overflow-visible">
          <table className="w-full border-collapse text-11">
            <caption className="sr-only">{title}</caption>
            {hasHead ? (
              <thead>
                <tr className="border-b border-line-strong">
                  {columns.map(({ label }, at) => (
                    <th key={label} scope="col" className={`pe-2 font-medium text-ink-3 ${align(at)}`}>
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
            ) : null}
            <tbody>
              {rows.map((cells, row) => (
                <tr key={`${row} ${cells[0]?.shown}`} className="border-b border-line">
                  {cells.map(({ shown }, at) =>
                    at === 0 ? (
                      <th key="head" scope="row" className="pe-2 text-start font-normal [overflow-wrap:anywhere]">
                        {shown}
                      </th>
                    ) : (
                      <td key={columns[at]?.label ?? at} className={`pe-2 ${align(at)}`}>
                        {shown}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
