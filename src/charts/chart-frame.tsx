import { useRef, useState, type ReactNode } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import type { ChartTable } from './chart-types.ts';
import { FrameTable } from './frame-table.ts';
import { messages } from './messages.ts';
import { SaveMenu } from './saving/save-menu.tsx';

/** px beyond which the table scrolls by itself. */
const MAX_HEIGHT = 320;

/** The figures of a chart as a real table, which scrolls within itself. */
function ChartTableView({ caption, columns, rows }: ChartTable) {
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
  readonly table: ChartTable;
  /** The resource whose calls "Show API call" opens. */
  readonly resource: string;
  readonly children: ReactNode;
  /** More buttons beside "View as table". */
  readonly actions?: ReactNode;
}

/** A panel with a chart: its heading, the chart or the same figures as a table, and its files. */
export function ChartFrame({ title, note, table, resource, children, actions }: ChartFrameProps) {
  const frame = useRef<HTMLElement>(null);
  const [isTable, setTable] = useState(false);
  const hasCalls = useHasApiCalls();
  useShortcut('t', () => (isChosen(frame.current) ? setTable((before) => !before) : false), {
    label: messages.keys.table,
    group: messages.keys.group,
  });
  const figures = <ChartTableView {...table} />;
  return (
    <section ref={frame} aria-label={title} data-chart-frame>
      <div className="mb-2 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="text-14 font-semibold">{title}</h2>
        <p className="text-12 text-ink-3">{note}</p>
        <div className="ms-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          {actions}
          <button
            type="button"
            className="hit relative min-h-6 text-12 text-accent-text hover:underline"
            onClick={() => setTable(!isTable)}
          >
            {isTable ? messages.viewChart : messages.viewTable}
          </button>
          <SaveMenu title={title} note={note} table={table} frame={frame} isTable={isTable} />
          {hasCalls ? (
            <IconButton icon="code" size="sm" label={messages.showCall(title)} onClick={() => showApiCalls(resource)} />
          ) : null}
        </div>
      </div>
      <FrameTable value={figures}>{isTable ? figures : children}</FrameTable>
    </section>
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
