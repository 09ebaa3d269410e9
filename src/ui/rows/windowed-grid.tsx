import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { JoinedRows, RowPage } from './join-pages.ts';
import { type OpenOptions, useActiveRow, useRowOpening, useTabStop } from './use-row-opening.ts';
import { useRowWindow } from './use-row-window.ts';
import { useScrollPosition } from './use-scroll-position.ts';

type ListRow = { readonly id: bigint };

export interface GridHandle<Row extends ListRow> {
  /** Opens the row before or after the open one; the focus stays where it is. */
  step(by: 1 | -1): void;
  /** Gives the focus to a row by the text of its id; null for the first one. */
  focusRow(id: string | null): void;
  /** Gives the focus to the row that the keys are on. */
  focusActive(): void;
  /** The row that the keys act on. */
  activeRow(): {
    readonly index: number;
    /** Undefined where it is not loaded, has left the list, or the open one does not stand in it. */
    readonly row: Row | undefined;
    /** False until a row was gone to: it is the first one in sight then. */
    readonly isChosen: boolean;
    readonly element: HTMLElement | null;
  };
  /** Goes to the row before or after, as J and K do. */
  goBy(by: 1 | -1): void;
  /** From the open row to the next one. One that does not stand in the list has no next one. */
  goOn(): void;
}

/** Props of a row of the grid. */
export interface GridRow {
  readonly index: number;
  readonly isOpen: boolean;
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
  /** Told which row the keys are on, or that they are on none. */
  readonly onCurrent?: (id: bigint | null) => void;
  /** A pointer rests on a row: it will likely be opened. */
  readonly onIntent: (row: Row) => void;
  /** Ticks rows: by a click with Shift, or on an element with the role checkbox. */
  readonly onTick?: (index: number, isRange: boolean) => void;
  /** A table with columns: its headings, which stay while the rows scroll. */
  readonly head?: ReactNode;
  /** Lines above the rows that begin a group. */
  readonly groups?: RowGroups;
  /** A row with `role="row"`, `data-row={index}` and `tabIndex={-1}`; memoised. */
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
  const [heights] = useState(() => heightsOf(isTable));
  function hasHead(index: number): boolean {
    const group = groups?.of(index) ?? null;
    return index > 0 && group !== null && group !== groups?.of(index - 1);
  }

  const rowWindow = useRowWindow({ scroller, count: total, heights, hasHead });
  const { first, last, from, to, scrollToRow } = rowWindow;
  const keyed = useActiveRow(scroller, rows, scrollToRow);
  const { active: activeRow, isGone, setActive, focusRow } = keyed;
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
  const { onCurrent } = props;
  const isChosen = (activeRow ?? openIndex) !== undefined;
  const current = isGone || (!isChosen && openId !== undefined) ? undefined : rows.at(active);
  const currentId = isChosen ? (current?.id ?? null) : null;
  useLayoutEffect(() => onCurrent?.(currentId), [onCurrent, currentId]);
  useScrollPosition({
    key: props.positionKey,
    scroller,
    rowWindow,
    total,
    startAt: props.startAt,
    onFirstRow: props.onFirstRow,
  });
  useShownRows(list.show, from, to);
  const shown = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const isComplete = shown.every((index) => rows.at(index) !== undefined);

  useImperativeHandle(props.handle, () => ({
    step,
    focusRow: (id) => focusRow(id === null ? 0 : (rows.indexOf(id) ?? active)),
    focusActive: () => focusRow(active),
    activeRow: () => ({
      index: active,
      row: current,
      isChosen,
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
    open(index, { replace: false, wantsFocus: false, isPassing: false });
  }

  const intent = useRowIntent(rows.at, props.onIntent);
  // A row that scrolled away is not there for Tab to reach.
  useTabStop(scroller, active >= from && active <= to ? active : first);
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
        open: (index) => open(index, { replace: false, wantsFocus: true, isPassing: false }),
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
          {shown.map((index) => {
            const row = rows.isRepeated(index) ? undefined : rows.at(index);
            // Until a row is loaded, the skeleton that is painted behind all of them shows in its place.
            if (rows.at(index) === undefined) return null;
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
                {hasHead(index) ? groups?.head(groups.of(index)) : null}
                {row === undefined ? null : props.children(row, { index, isOpen: row.id.toString() === openId })}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface GridKeys {
  readonly active: number;
  readonly total: number;
  /** Rows that fit into the window of the list. */
  readonly pageRows: number;
  readonly go: (index: number) => void;
  readonly open: (index: number) => void;
}

/** The keys of a grid: arrows, Page Up and Down, Home and End move the focus, Enter and Space open. */
function gridKeyHandler({ active, total, pageRows, go, open }: GridKeys) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLElement) || event.target.closest('[data-row]') === null) return;
    const last = total - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + pageRows,
      PageUp: active - pageRows,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target !== undefined) go(Math.max(0, Math.min(target, last)));
    else if (event.key === 'Enter' || event.key === ' ') open(active);
    else return;
    event.preventDefault();
  };
}

/** Heights in px before they are measured: the density and the kind of pointer decide that of a row. */
function heightsOf(isTable: boolean): { readonly row: number; readonly head: number } {
  const style = getComputedStyle(document.documentElement);
  const px = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const least = px(isTable ? '--h-row' : '--h-row-2');
  // Two lines of text, the gap between them, padding and border; see `.skeleton-row`.
  const row = isTable ? least || 36 : Math.max(least, px('--lh-13') + px('--lh-12') + 21);
  return { row, head: 1.75 * px('font-size') + 1 };
}

const INTENT_MS = 80;

/** The row that an event is on, by its place in the list; null beside the rows. */
function rowOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row?.dataset['row'] === undefined ? null : Number(row.dataset['row']);
}

/** A pointer that rests on a row for a moment will likely open it. @returns handlers for the list around the rows */
function useRowIntent<Row>(rowAt: (index: number) => Row | undefined, onIntent: (row: Row) => void) {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  return {
    onPointerOver({ target }: PointerEvent<HTMLElement>): void {
      const index = rowOf(target);
      const row = index === null ? undefined : rowAt(index);
      clearTimeout(rest.current);
      if (row !== undefined) rest.current = setTimeout(() => onIntent(row), INTENT_MS);
    },
    onPointerLeave: () => clearTimeout(rest.current),
  };
}

/** Who goes past more rows than this between two drawings, as by the scrollbar, reads none of them until that ends. */
const FLYING_ROWS = 80;
const REST_MS = 60;
/** Who scrolls finds the rows of the next half second there: between so few and so many. */
const AHEAD = { leastRows: 20, mostRows: 200, ms: 500 };

/** Fetches rows in sight, and those ahead while the list is scrolled, not rows that fly past. */
function useShownRows(show: (from: number, to: number) => void, from: number, to: number): void {
  const before = useRef({ from: 0, atMs: 0 });
  useEffect(() => {
    const atMs = performance.now();
    const by = from - before.current.from;
    const passed = Math.abs(by);
    const rows = AHEAD.leastRows + Math.round((passed * AHEAD.ms) / Math.max(1, atMs - before.current.atMs));
    const ahead = Math.sign(by) * Math.min(AHEAD.mostRows, rows);
    before.current = { from, atMs };
    if (passed <= FLYING_ROWS) return show(Math.max(0, from + Math.min(0, ahead)), to + Math.max(0, ahead));
    const timer = setTimeout(() => show(from, to), REST_MS);
    return () => clearTimeout(timer);
  }, [show, from, to]);
}

/**
 * The open ticket and the ticked ones. Tint and a bar of 2 px at the start: the selection is seen without colour too.
 */
const SELECTED =
  "bg-selected before:absolute before:inset-y-0 before:start-0 before:w-0.5 before:bg-accent before:content-['']";

/** The background of a row. What failed is also said in words. */
export function rowClass(isChosen: boolean, hasFailed: boolean): string {
  if (hasFailed) return 'bg-danger-tint';
  return isChosen ? SELECTED : 'hover:bg-hover';
}
