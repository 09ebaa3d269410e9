import type { MigrationStatus } from '#contract/migration.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay } from '#src/format/time.ts';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import type { Reading } from './rule-text.ts';

const texts = messages.imports;
const ASSETS = ['tickets', 'articles', 'macros'] as const;

interface ImportsTableProps {
  readonly migration: MigrationStatus;
  readonly reading: Reading;
}

/** What came over from the helpdesk before, and what did not. */
export function ImportsTable({ migration, reading }: ImportsTableProps) {
  if (ASSETS.every((asset) => migration[asset].run_count === 0)) return <p className="py-2 text-ink-3">{texts.none}</p>;
  return (
    <Table
      caption={texts.title}
      rows={ASSETS.map((asset) => ({ asset, ...migration[asset] }))}
      keyOf={({ asset }) => asset}
      columns={[
        { key: 'asset', head: texts.asset, isRowHead: true, cell: ({ asset }) => texts[asset] },
        { key: 'imported', head: texts.imported, isFigure: true, cell: (row) => formatCount(row.imported_rows) },
        { key: 'skipped', head: texts.skipped, isFigure: true, cell: (row) => formatCount(row.skipped_rows) },
        {
          key: 'failed',
          head: texts.failed,
          isFigure: true,
          cell: ({ failed_rows: failed }) => (
            <span className={failed > 0 ? 'text-warn-text' : 'text-ink-3'}>{formatCount(failed)}</span>
          ),
        },
        { key: 'rate', head: texts.rate, isFigure: true, cell: (row) => failedShare(row) },
        { key: 'runs', head: texts.runs, isFigure: true, cell: (row) => formatCount(row.run_count) },
        {
          key: 'last',
          head: texts.last,
          isFigure: true,
          cell: ({ last_run_utc: last }) => (
            <span className="text-ink-3">{last === null ? texts.never : formatDay(last, reading.zone)}</span>
          ),
        },
      ]}
    />
  );
}

/** Of all rows that were in the files. */
function failedShare(row: MigrationStatus['tickets']): string {
  const all = row.imported_rows + row.skipped_rows + row.failed_rows;
  return all === 0 ? messages.note.none : formatPercent(row.failed_rows / all);
}
