import { useRef, useState, type ReactNode } from 'react';
import { csvFile } from '#contract/csv.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Table } from '#src/ui/table.tsx';

const messages = defineMessages({
  viewTable: 'View as table',
  viewChart: 'View as chart',
  save: 'Download',
  saveOf: (title: string) => `Download ${title}`,
  keys: { group: 'Charts', table: 'Chart as table' },
});

/** The figures of a chart: its table and its file are both made from this object. */
export interface ChartTable {
  readonly caption: string;
  /** Without an ending. */
  readonly fileName: string;
  /** The key names the column in the file, with unit or zone: `date_utc`, `cost_usd`. */
  readonly columns: readonly { readonly key: string; readonly label: string; readonly isNumber: boolean }[];
  /** Texts for people and exact values for the file, by column. */
  readonly rows: readonly (readonly { readonly shown: ReactNode; readonly exact: string | number | bigint | null }[])[];
}

/** The file of a chart: the rows of its table with exact values. */
export function tableCsv({ columns, rows }: Pick<ChartTable, 'columns' | 'rows'>): string {
  return csvFile(
    columns.map(({ key }) => key),
    rows.map((cells) => cells.map(({ exact }) => exact)),
  );
}

export function saveTable(table: ChartTable): void {
  saveFile(tableCsv(table), `${table.fileName}.csv`);
}

interface ChartFrameProps {
  readonly title: string;
  /** Window and zone of the figures. */
  readonly note: string;
  /** Null while the figures are loading; the buttons keep their room. */
  readonly table: ChartTable | null;
  readonly children: ReactNode;
  /** More buttons beside "View as table". */
  readonly actions?: ReactNode;
}

const BUTTON = 'hit relative min-h-6 text-12 text-accent-text hover:underline';

/** A panel with a chart: its heading, the chart or the same figures as a table, and their file. */
export function ChartFrame({ title, note, table, children, actions }: ChartFrameProps) {
  const frame = useRef<HTMLElement>(null);
  const [isTable, setTable] = useState(false);
  useShortcut('t', () => (isChosen(frame.current) ? setTable((before) => !before) : false), {
    label: messages.keys.table,
    group: messages.keys.group,
  });
  return (
    <section ref={frame} aria-label={title} data-chart-frame>
      <div className="mb-2 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="text-14 font-semibold">{title}</h2>
        <p className="text-12 text-ink-3">{note}</p>
        <div className="ms-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1 print:hidden">
          {actions}
          <span className={`flex min-h-6 items-center gap-x-3 ${table === null ? 'invisible' : ''}`}>
            <button type="button" className={BUTTON} onClick={() => setTable(!isTable)}>
              {isTable ? messages.viewChart : messages.viewTable}
            </button>
            <button
              type="button"
              aria-label={messages.saveOf(title)}
              className={BUTTON}
              onClick={() => table !== null && saveTable(table)}
            >
              {messages.save}
            </button>
          </span>
        </div>
      </div>
      {isTable && table !== null ? <TableView table={table} /> : children}
    </section>
  );
}

/** px beyond which the table scrolls by itself. */
const MAX_HEIGHT = 320;

const CELLS =
  'text-12 [&_:is(th,td)]:px-2! [&_thead_th]:sticky [&_thead_th]:top-0 [&_thead_th]:bg-surface overflow-visible!';

function TableView({ table: { caption, columns, rows } }: { readonly table: ChartTable }) {
  return (
    // The keyboard scrolls only elements that it can focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={caption} tabIndex={0} className="overflow-auto" style={{ maxHeight: MAX_HEIGHT }}>
      <Table<ChartTable['rows'][number], string>
        caption={caption}
        className={CELLS}
        rows={rows}
        keyOf={(cells) => String(cells[0]?.exact)}
        columns={columns.map(({ key, label, isNumber }, index) => ({
          key,
          head: label,
          isFigure: isNumber,
          isRowHead: index === 0,
          cell: (cells) => cells[index]?.shown,
        }))}
      />
    </div>
  );
}

/** The frame that a key means: the one with the focus, else the one under the pointer, else the first. */
function isChosen(frame: HTMLElement | null): boolean {
  const frames = [...document.querySelectorAll('[data-chart-frame]')];
  const chosen =
    document.activeElement?.closest('[data-chart-frame]') ??
    frames.find((one) => one.matches(':hover')) ??
    frames.find((one) => one.checkVisibility());
  return frame !== null && chosen === frame;
}
