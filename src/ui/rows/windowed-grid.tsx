import { useImperativeHandle, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { gridKeyHandler } from './grid-keys.ts';
import type { JoinedRows, RowPage } from './join-pages.ts';
import { rowHeight } from './row-height.ts';
import { useActiveRow } from './use-active-row.ts';
import { useRowBatches } from './row-batches.ts';
import { rowOf, useRowIntent } from './use-row-intent.ts';
import { useRowOpening, type OpenOptions } from './use-row-opening.ts';
import { useRowWindow } from './use-row-window.ts';
import { useScrollPosition } from './use-scroll-position.ts';
import { useShownRows } from './use-shown-rows.ts';

type ListRow = { readonly id: bigint };

export interface GridHandle<Row extends ListRow> {
  /** Opens the row before or after the open one; the focus stays where it is. */
  step(by: 1 | -1): void;
  /** Gives the focus to a row by the text of its id; null for the first one. */
  focusRow(id: string | null): void;
  /** Gives the focus to the row that the keys are on. */
  focusActive(): void;
  /** The row that the keys act on. */
  activeRow(): { readonly index: number; readonly row: Row | undefined; readonly element: HTMLElement | null };
  /** Goes to the row before or after, as J and K do. */
  goBy(by: 1 | -1): void;
  /** From the open row to the next one. One that does not stand in the list has no next one. */
  goOn(): void;
}

/** Props of a row of the grid. */
export interface GridRow {
  readonly index: number;
  readonly isOpen: boolean;
  /** The one row of the grid that Tab reaches. */
  readonly isTabStop: boolean;
}

interface WindowedGridProps<Row extends ListRow> {
  /** Of the element, which links of the page lead to. */
  readonly id: string;
  readonly label: string;
  readonly handle: RefObject<GridHandle<Row> | null>;
  /** The return value of `useWindowedList`. */
  readonly list: {
    readonly rows: JoinedRows<RowPage<Row>>;
    readonly total: number | null;
    /** The rows are still those of the list before; left out where it shows none of them. */
    readonly isOutdated?: boolean;
    readonly show: (first: number, last: number) => void;
  };
  /** The scroll position is remembered by this. */
  readonly positionKey: string;
  /** The first row in sight when the list appears, and how the address hears of another. */
  readonly startAt: number;
  readonly onFirstRow: (index: number) => void;
  /** The open row, by the text of its id. */
  readonly openId: string | undefined;
  /** The open row covers the list: J and K change it without moving the focus. */
  readonly isCovered: boolean;
  /** Moving along the list opens what the row stands for beside it. */
  readonly isSplit: boolean;
  readonly keys: { readonly group: string; readonly next: string; readonly previous: string };
  readonly onOpen: (row: Row, options: OpenOptions) => void;
  /** A pointer rests on a row: it will likely be opened. */
  readonly onIntent: (row: Row) => void;
  /** Ticks rows: by a click with Shift, or on an element with the role checkbox. */
  readonly onTick?: (index: number, isRange: boolean) => void;
  /** A table with columns: its headings, which stay while the rows scroll. */
  readonly head?: ReactNode;
  /** Lines above the rows that begin a group. */
  readonly groups?: RowGroups;
  /** A row with `role="row"`, `data-row={index}` and `tabIndex={isTabStop ? 0 : -1}`; memoised. */
  readonly children: (row: Row, place: GridRow) => ReactNode;
}

/** Groups of rows, by the name of the group. */
export interface RowGroups {
  /** Null while the row is not loaded, or where it belongs to none. */
  readonly of: (index: number) => string | null;
  /** The line of a group; null while it is not known, and the place stays. */
  readonly head: (group: string | null) => ReactNode;
  /** Rows have groups, also before the first one is known. */
  readonly isAlways: boolean;
}

/**
 * The one way to draw a long list: a few dozen rows exist, however many there are. Arrows, Page Up and Down, Home, End, J
 * and K, Enter and Space; rows of any height; the scroll position is kept in the address and when one comes back. Elements in a row
 * with `data-own` keep their clicks.
 */
export function WindowedGrid<Row extends ListRow>(props: WindowedGridProps<Row>) {
  const { list, openId, head, groups, onTick } = props;
  const { rows } = list;
  const total = list.total ?? 0;
  const isTable = head !== undefined;
  const scroller = useRef<HTMLDivElement>(null);
  const [height] = useState(() => rowHeight(isTable));

  const rowWindow = useRowWindow({ scroller, count: total, height });
  const { first, last, from, to, scrollToRow } = rowWindow;
  const keyed = useActiveRow(scroller, rows, scrollToRow);
  const { active: activeRow, setActive, focusRow } = keyed;
  const { openIndex, open, step, goBy } = useRowOpening({
    ...keyed,
    rows,
    total,
    first,
    openId,
    isCovered: props.isCovered,
    isSplit: props.isSplit,
    scrollToRow,
    labels: props.keys,
    onOpen: props.onOpen,
  });
  const active = Math.min(activeRow ?? openIndex ?? first, Math.max(0, total - 1));
  useScrollPosition({
    key: props.positionKey,
    scroller,
    rowWindow,
    total,
    startAt: props.startAt,
    onFirstRow: props.onFirstRow,
  });
  useShownRows(list.show, from, to);
  const { isDrawn, isComplete } = useRowBatches({ rows, first, last, from, to, active });

  useImperativeHandle(props.handle, () => ({
    step,
    focusRow: (id) => focusRow(id === null ? 0 : (rows.indexOf(id) ?? active)),
    focusActive: () => focusRow(active),
    activeRow: () => ({
      index: active,
      row: rows.at(active),
      element: scroller.current?.querySelector<HTMLElement>(`[data-row="${active}"]`) ?? null,
    }),
    // From the row that a verb acted on, where the keys may never have been.
    goBy: (by) => goBy(by, false, active),
    goOn: () => (openIndex === undefined ? undefined : goBy(1, false, openIndex)),
  }));

  function onClick(event: MouseEvent<HTMLElement>): void {
    const { target, shiftKey } = event;
    const index = rowOf(target);
    // A click that the browser knows (new tab, new window) stays the browser's.
    if (index === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element) || target.closest('[data-own]') !== null) return;
    if (onTick === undefined && shiftKey) return;
    event.preventDefault();
    if (onTick !== undefined && (shiftKey || target.closest('[role="checkbox"]') !== null)) {
      setActive(index);
      return onTick(index, shiftKey);
    }
    open(index, { replace: false, wantsFocus: false });
  }

  const intent = useRowIntent(rows.at, props.onIntent);
  // A row that scrolled away is not there for Tab to reach.
  const tabStop = active >= from && active <= to ? active : first;
  const topGroup = groups?.of(first) ?? groups?.of(0) ?? null;
  return (
    <div
      role="grid"
      id={props.id}
      aria-label={props.label}
      aria-rowcount={total + (isTable ? 1 : 0)}
      aria-multiselectable={onTick !== undefined || undefined}
      aria-busy={list.isOutdated || !isComplete || undefined}
      className="@container flex min-h-0 flex-1 flex-col"
      onClick={onClick}
      onFocus={(event) => {
        // However a row got the focus, keys act on it.
        const index = event.target.dataset['row'];
        if (index !== undefined && Number(index) !== activeRow) setActive(Number(index));
      }}
      // A range that is ticked with Shift marks no text.
      onMouseDown={(event) => onTick !== undefined && event.shiftKey && event.preventDefault()}
      {...intent}
      onKeyDown={gridKeyHandler({
        active,
        total,
        pageRows: Math.max(1, last - first),
        go: focusRow,
        open: (index) => open(index, { replace: false, wantsFocus: true }),
      })}
    >
      {head}
      {groups !== undefined && (topGroup !== null || groups.isAlways) ? groups.head(topGroup) : null}
      <div
        ref={scroller}
        role="presentation"
        data-scroller=""
        className={`min-h-0 flex-1 overflow-y-auto ${isTable ? 'overflow-x-auto' : 'overflow-x-hidden'} [overflow-anchor:none] [scrollbar-width:thin] ${
          list.isOutdated ? 'opacity-60' : ''
        }`}
      >
        <div
          role="presentation"
          data-table={isTable || undefined}
          className="skeleton-list relative w-full min-w-(--table-least,0)"
          style={{ height: rowWindow.totalHeight }}
        >
          {Array.from({ length: to - from + 1 }, (_, at) => from + at).map((index) => {
            // Until a row is drawn, the skeleton that is painted behind all of them shows in its place.
            if (!isDrawn(index)) return null;
            const row = rows.isRepeated(index) ? undefined : rows.at(index);
            const group = groups?.of(index) ?? null;
            const isGroupStart = index > 0 && group !== null && group !== groups?.of(index - 1);
            return (
              // Positioned by itself: when one row comes or goes, the others are not laid out and painted anew.
              <div
                key={index}
                ref={rowWindow.measureRow}
                data-index={index}
                role="presentation"
                className="absolute inset-x-0 bg-surface"
                style={{ top: rowWindow.offsetOf(index) }}
              >
                {isGroupStart ? groups?.head(group) : null}
                {row === undefined
                  ? null
                  : props.children(row, { index, isOpen: row.id.toString() === openId, isTabStop: index === tabStop })}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
