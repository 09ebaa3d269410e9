import { createContext, useRef, useState, type ReactNode, type RefObject } from 'react';
import { csvFile } from '#contract/csv.ts';
import { copyText } from '#src/browser/copy-text.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { savePng, saveSvg } from './chart-picture.ts';
import type { ChartTable } from './chart-types.ts';
import { messages } from './messages.ts';

/** The figures of the frame around a chart, shown while the chart itself can't be fetched. */
export const FrameTable = createContext<ReactNode>(null);

/** px beyond which the table scrolls by itself. */
const MAX_HEIGHT = 320;

/** The figures of a chart as a real table, which scrolls within itself. */
function ChartTableView({ table: { caption, columns, rows } }: { readonly table: ChartTable }) {
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

interface ChartFrameProps {
  readonly title: string;
  /** What the figures cover: window and zone. */
  readonly note: string;
  /** In the place of the note in saved pictures, where nothing else says what they cover. */
  readonly pictureNote?: string;
  /** Null while the figures are loading: the frame keeps the room of its buttons. */
  readonly table: ChartTable | null;
  readonly children: ReactNode;
  /** More buttons beside "View as table". */
  readonly actions?: ReactNode;
}

/** A panel with a chart: its heading, the chart or the same figures as a table, and its files. */
export function ChartFrame({ title, note, pictureNote = note, table, children, actions }: ChartFrameProps) {
  const frame = useRef<HTMLElement>(null);
  const [isTable, setTable] = useState(false);
  useShortcut('t', () => (isChosen(frame.current) ? setTable((before) => !before) : false), {
    label: messages.keys.table,
    group: messages.keys.group,
  });
  const figures = table === null ? null : <ChartTableView table={table} />;
  return (
    <section ref={frame} aria-label={title} data-chart-frame>
      <div className="mb-2 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="text-14 font-semibold">{title}</h2>
        <p className="text-12 text-ink-3">{note}</p>
        <div className="ms-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1 print:hidden">
          {actions}
          {table === null ? (
            <span aria-hidden="true" className="invisible flex min-h-6 items-center gap-x-3 text-12">
              <span>{messages.viewTable}</span>
              <span>{messages.save}</span>
            </span>
          ) : (
            <>
              <button
                type="button"
                className="hit relative min-h-6 text-12 text-accent-text hover:underline"
                onClick={() => setTable(!isTable)}
              >
                {isTable ? messages.viewChart : messages.viewTable}
              </button>
              <SaveMenu title={title} note={pictureNote} table={table} frame={frame} isTable={isTable} />
            </>
          )}
        </div>
      </div>
      <FrameTable value={figures}>{isTable && figures !== null ? figures : children}</FrameTable>
    </section>
  );
}

interface SaveMenuProps {
  readonly title: string;
  readonly note: string;
  readonly table: ChartTable;
  /** Holds the chart's SVG. */
  readonly frame: RefObject<HTMLElement | null>;
  /** The table is shown: there is no picture to save. */
  readonly isTable: boolean;
}

/** The files of a chart: its figures, and its picture as it is on screen. */
function SaveMenu({ title, note, table, frame, isTable }: SaveMenuProps) {
  const { fileName } = table;

  async function savePicture(kind: 'svg' | 'png'): Promise<void> {
    try {
      const chart = frame.current?.querySelector<SVGSVGElement>('svg[role="img"]');
      if (chart === null || chart === undefined) throw new Error('There is no picture');
      if (kind === 'svg') saveSvg({ chart, title, note, fileName });
      else await savePng({ chart, title, note, fileName });
    } catch {
      toast({ kind: 'error', text: messages.pictureFailed });
    }
  }

  async function copyCsv(): Promise<void> {
    if (await copyText(tableCsv(table))) announce(messages.copied);
    else toast({ kind: 'error', text: messages.copyFailed });
  }

  const disabledReason = isTable ? messages.chartOnly : undefined;
  const items: readonly MenuItem[] = [
    { key: 'csv', label: messages.csv, onSelect: () => saveFile(tableCsv(table), `${fileName}.csv`) },
    { key: 'png', label: messages.png, disabledReason, onSelect: () => void savePicture('png') },
    { key: 'svg', label: messages.svg, disabledReason, onSelect: () => void savePicture('svg') },
    { key: 'copy', label: messages.copyCsv, onSelect: () => void copyCsv() },
  ];
  return (
    <Menu
      label={messages.saveOf(title)}
      align="end"
      items={items}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          aria-label={messages.saveOf(title)}
          className="hit relative min-h-6 text-12 text-accent-text hover:underline"
        >
          {messages.save}
        </button>
      )}
    />
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

/** The figures of a chart as a file: the rows of its table with exact values, the columns by their keys (`cost_usd`). */
export function tableCsv({ columns, rows }: Pick<ChartTable, 'columns' | 'rows'>): string {
  return csvFile(
    columns.map(({ key }) => key),
    rows.map((cells) => cells.map(({ exact }) => exact)),
  );
}
