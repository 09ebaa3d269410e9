import { useVirtualizer } from '@tanstack/react-virtual';
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
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import type { JoinedRows, RowPage } from './use-paged-rows.ts';

type ListRow = { readonly id: bigint | string };

export interface GridHandle<Row extends ListRow> {
  /** Opens the row before or after the open one; the focus stays. */
  step(by: 1 | -1): void;
  /** @param id as text; null for the first row */
  focusRow(id: string | null): void;
  focusActive(): void;
  /** The row that the keys act on. */
  activeRow(): {
    readonly index: number;
    /** Undefined if it isn't loaded or has left the list, or if the open row isn't in the list. */
    readonly row: Row | undefined;
    /** False until the user chose a row: it is the first one in sight until then. */
    readonly isChosen: boolean;
    readonly element: HTMLElement | null;
  };
  /** Moves to the row before or after, as J and K do. */
  goBy(by: 1 | -1): void;
  /** Moves from the open row to the next one; does nothing if the open row isn't in the list. */
  next(): void;
}

/** Props of a row of the grid. */
export interface GridRow {
  readonly index: number;
  readonly isOpen: boolean;
}

export interface OpenOptions {
  /** Replaces the current entry of the history. */
  readonly replace: boolean;
  /** Opened by Enter or Space, so the focus follows. */
  readonly wantsFocus: boolean;
  /** Opened by J or K on the way to another row: the address follows when the keys rest. */
  readonly isPassing: boolean;
}

interface WindowedGridProps<Row extends ListRow> {
  /** Id of the element, for links on the page. */
  readonly id: string;
  readonly label: string;
  readonly handle: RefObject<GridHandle<Row> | null>;
  /** The return value of `usePagedRows`. */
  readonly list: {
    readonly rows: JoinedRows<RowPage<Row>>;
    readonly total: number | null;
    /** The rows are still those of the previous list. */
    readonly isOutdated?: boolean;
    readonly show: (first: number, last: number) => void;
  };
  /** The scroll position is remembered under this key. */
  readonly positionKey: string;
  /** The first row in sight at the start, from the address. */
  readonly startAt: number;
  /** Called when scrolling ends. */
  readonly onFirstRow: (index: number) => void;
  /** Id of the open row as text. */
  readonly openId: string | undefined;
  /** The open row covers the list: J and K change it without moving the focus. */
  readonly isCovered: boolean;
  /** J and K open rows beside the list. */
  readonly isSplit: boolean;
  readonly keys: { readonly group: string; readonly next: string; readonly previous: string };
  readonly onOpen: (row: Row, options: OpenOptions) => void;
  /** Called with the row that the keys act on; null before one was chosen. */
  readonly onCurrent?: (id: Row['id'] | null) => void;
  /** A pointer rests on a row, which will likely be opened. */
  readonly onIntent: (row: Row) => void;
  /** Selects rows, by Shift and a click or by an element with the role checkbox. */
  readonly onTick?: (index: number, isRange: boolean) => void;
  /** Headings of a table, above the rows that scroll. */
  readonly head?: ReactNode;
  readonly groups?: RowGroups;
  /** A memoised row with `role="row"`, `data-row={index}` and `tabIndex={-1}`. */
  readonly children: (row: Row, place: GridRow) => ReactNode;
}

/** Groups of rows, by the name of the group. */
export interface RowGroups {
  /** Null if the row isn't loaded or has no group. */
  readonly of: (index: number) => string | null;
  /** The line of a group, with its height also for null. */
  readonly head: (group: string | null) => ReactNode;
  /** Keeps the place of the first line while its group is loading. */
  readonly isAlways: boolean;
}

const OVERSCAN = 8;

/**
 * Draws the rows in sight of a long list. Keys: arrows, Page Up and Down, Home, End, J, K, Enter and Space. The scroll
 * position is kept in the address and restored on return. Elements with `data-own` in a row handle their own clicks.
 */
export function WindowedGrid<Row extends ListRow>(props: WindowedGridProps<Row>) {
  const { list, positionKey, startAt, openId, isCovered, isSplit, head, groups, keys } = props;
  const { onOpen, onCurrent, onFirstRow, onTick } = props;
  const { rows } = list;
  const total = list.total ?? 0;
  const isTable = head !== undefined;
  const scroller = useRef<HTMLDivElement>(null);
  const [heights] = useState(() => estimateHeights(isTable));
  function hasHead(index: number): boolean {
    const group = groups?.of(index) ?? null;
    return index > 0 && group !== null && group !== groups?.of(index - 1);
  }
  const estimateSize = (index: number): number => heights.row + (hasHead(index) ? heights.head : 0);

  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize,
    overscan: OVERSCAN,
    initialRect: { width: 0, height: innerHeight },
    initialOffset() {
      const saved = positions.get(`${positionKey} ${startAt}`);
      if (saved !== undefined) return saved;
      const above = Array.from({ length: Math.min(startAt, total) }, (_, index) => estimateSize(index));
      return above.reduce((sum, px) => sum + px, 0);
    },
  });
  const drawn = virtualizer.getVirtualItems();
  const [first, last] = [virtualizer.range?.startIndex ?? 0, virtualizer.range?.endIndex ?? 0];
  const [from, to] = [drawn[0]?.index ?? 0, drawn.at(-1)?.index ?? -1];
  const scrollToRow = (index: number): void => virtualizer.scrollToIndex(index);
  const rowElement = (index: number) => scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`) ?? null;

  const { isScrolling } = virtualizer;
  useEffect(() => {
    if (isScrolling || total === 0) return;
    savePosition(`${positionKey} ${first}`, scroller.current?.scrollTop ?? 0);
    onFirstRow(first);
  }, [isScrolling, first, total, positionKey, onFirstRow]);
  useShownRows(list.show, from, to);

  // The active row keeps the keys when answers move it. If it leaves the list, its last place stays active.
  const [place, setPlace] = useState<Place | null>(null);
  const now = place === null ? null : placeNow(rows, place);
  if (now?.index !== place?.index || now?.id !== place?.id) setPlace(now);
  const setActive = (index: number): void => setPlace({ index, id: rows.at(index)?.id ?? null });
  const openIndex = openId === undefined ? undefined : rows.indexOf(openId);
  const chosen = now?.index ?? openIndex;
  const active = Math.min(chosen ?? first, Math.max(0, total - 1));
  const isGone = now !== null && now.id !== null && rows.indexOf(now.id.toString()) === undefined;
  const activeRow = isGone || (chosen === undefined && openId !== undefined) ? undefined : rows.at(active);

  const currentId = chosen === undefined ? null : (activeRow?.id ?? null);
  useLayoutEffect(() => onCurrent?.(currentId), [onCurrent, currentId]);

  /** Index of the row that gets the focus once it is drawn. */
  const focusWanted = useRef<number | null>(null);
  function takeFocus(): void {
    const row = focusWanted.current === null ? null : rowElement(focusWanted.current);
    if (row === null) return;
    focusWanted.current = null;
    row.tabIndex = 0;
    row.focus({ preventScroll: true });
  }
  function focusRow(index: number): void {
    setActive(index);
    focusWanted.current = index;
    scrollToRow(index);
    // Draws a row that was out of sight at once: a picker opens beside it.
    if (rowElement(index) === null) scroller.current?.dispatchEvent(new Event('scroll'));
    takeFocus();
  }
  useLayoutEffect(() => {
    const { activeElement } = document;
    const focused = rowIndexOf(activeElement);
    // Elements belong to positions: when the active row moved, its new element gets the focus.
    if (activeElement?.matches('[data-row]') && scroller.current?.contains(activeElement) && focused !== now?.index)
      focusWanted.current ??= now?.index ?? null;
    // Don't steal the focus if the user has moved on.
    const isFree =
      activeElement === null || activeElement === document.body || scroller.current?.contains(activeElement);
    if (!isFree) focusWanted.current = null;
    takeFocus();
    // One row is in reach of Tab. React would set `tabIndex` on the focused row, which forces a layout with each key.
    const tabStop = active >= from && active <= to ? active : first;
    for (const row of scroller.current?.querySelectorAll<HTMLElement>('[data-row][tabindex]') ?? []) {
      const tabIndex = Number(row.dataset['row']) === tabStop ? 0 : -1;
      if (row.tabIndex !== tabIndex) row.tabIndex = tabIndex;
    }
  });

  // Back and Forward change the open row: it becomes the active one and comes into sight.
  const seenId = useRef(openId);
  useLayoutEffect(() => {
    if (seenId.current === openId) return;
    seenId.current = openId;
    if (openIndex === undefined) return;
    setActive(openIndex);
    scrollToRow(openIndex);
  });
  const [pending, setPending] = useState<(OpenOptions & { readonly index: number }) | null>(null);
  function open(index: number, options: OpenOptions): void {
    const row = rows.at(index);
    setActive(index);
    setPending(row === undefined ? { ...options, index } : null);
    if (row === undefined) return;
    // The row is in sight already.
    seenId.current = row.id.toString();
    onOpen(row, options);
  }
  // J moved to a row that was still loading.
  useEffect(() => {
    if (pending === null) return;
    if (pending.index !== active) return setPending(null);
    const row = rows.at(pending.index);
    if (row === undefined) return;
    setPending(null);
    onOpen(row, pending);
  }, [pending, active, rows, onOpen]);

  /** A row that moved between two fetches can be in the list twice. */
  function skipRepeated(start: number, by: 1 | -1): number {
    let index = start;
    while (index > 0 && index < total - 1 && rows.isRepeated(index)) index += by;
    return index;
  }
  function neighbour(by: 1 | -1, start: number | undefined): number {
    // When a row has left the list, the next one is in its place.
    const index = skipRepeated(start === undefined ? first : start + (isGone && by === 1 ? 0 : by), by);
    return Math.max(0, Math.min(index, total - 1));
  }
  function step(by: 1 | -1, start = chosen): void {
    const index = neighbour(by, start);
    scrollToRow(index);
    open(index, { replace: isCovered, wantsFocus: false, isPassing: true });
  }
  function goBy(by: 1 | -1, start = chosen, isHeld = false): void {
    if (total === 0) return;
    if (isCovered) return step(by, start);
    const index = neighbour(by, start);
    focusRow(index);
    if (isSplit) open(index, { replace: isHeld, wantsFocus: false, isPassing: true });
  }
  const { group, next, previous } = keys;
  useShortcut('j', ({ repeat }) => goBy(1, chosen, repeat), { label: next, group, repeat: true });
  useShortcut('k', ({ repeat }) => goBy(-1, chosen, repeat), { label: previous, group, repeat: true });

  useImperativeHandle(props.handle, () => ({
    step,
    focusRow: (id) => focusRow(id === null ? 0 : (rows.indexOf(id) ?? active)),
    focusActive: () => focusRow(active),
    activeRow: () => ({
      index: active,
      row: activeRow,
      isChosen: chosen !== undefined,
      element: rowElement(active),
    }),
    goBy: (by) => goBy(by, active),
    next: () => (openIndex === undefined ? undefined : goBy(1, openIndex)),
  }));

  function onClick(event: MouseEvent<HTMLElement>): void {
    const { target, shiftKey } = event;
    const index = rowIndexOf(target);
    // Leave modified clicks (new tab, new window) to the browser.
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

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLElement) || event.target.closest('[data-row]') === null) return;
    const pageRows = Math.max(1, last - first);
    const target = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + pageRows,
      PageUp: active - pageRows,
      Home: 0,
      End: total - 1,
    }[event.key];
    if (target !== undefined)
      focusRow(skipRepeated(Math.max(0, Math.min(target, total - 1)), target < active ? -1 : 1));
    else if (event.key === 'Enter' || event.key === ' ')
      open(active, { replace: false, wantsFocus: true, isPassing: false });
    else return;
    event.preventDefault();
  }

  const intent = useRowIntent(rows.at, props.onIntent);
  const topGroup = groups?.of(first) ?? groups?.of(0) ?? null;
  const isComplete = drawn.every(({ index }) => rows.at(index) !== undefined);
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
      onFocus={({ target }) => {
        const { row } = target.dataset;
        if (row !== undefined && Number(row) !== now?.index) setActive(Number(row));
      }}
      // Keep a Shift click from selecting text.
      onMouseDown={(event) => onTick !== undefined && event.shiftKey && event.preventDefault()}
      {...intent}
      onKeyDown={onKeyDown}
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
          // Paints skeletons behind rows that aren't loaded.
          className="skeleton-list relative w-full min-w-(--table-least,0)"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {drawn.map(({ index, start }) => {
            const row = rows.at(index);
            if (row === undefined) return null;
            return (
              <div
                key={index}
                ref={virtualizer.measureElement}
                data-index={index}
                role="presentation"
                className="absolute inset-x-0 bg-surface"
                style={{ top: start }}
              >
                {hasHead(index) ? groups?.head(groups.of(index)) : null}
                {rows.isRepeated(index) ? null : props.children(row, { index, isOpen: row.id.toString() === openId })}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** A row that was chosen; `id` is null while it isn't loaded. */
interface Place {
  readonly index: number;
  readonly id: ListRow['id'] | null;
}

function placeNow(rows: JoinedRows, { index, id }: Place): Place {
  if (id === null) return { index, id: rows.at(index)?.id ?? null };
  return { index: rows.indexOf(id.toString()) ?? index, id };
}

/** Estimated heights in px, from density and text size; rows are measured once they are drawn. */
function estimateHeights(isTable: boolean): { readonly row: number; readonly head: number } {
  const style = getComputedStyle(document.documentElement);
  const px = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const least = px(isTable ? '--h-row' : '--h-row-2');
  // Two lines of text, the gap between them, padding and border; see `.skeleton-row`.
  const row = isTable ? least || 36 : Math.max(least, px('--lh-13') + px('--lh-12') + 21);
  return { row, head: 1.75 * px('font-size') + 1 };
}

const MAX_POSITIONS = 50;
/** Scroll offsets in px by list and first row in sight. */
const positions = new Map<string, number>();

function savePosition(key: string, offset: number): void {
  positions.delete(key);
  positions.set(key, offset);
  const oldest = positions.keys().next().value;
  if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest);
}

function rowIndexOf(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row?.dataset['row'] === undefined ? null : Number(row.dataset['row']);
}

const INTENT_MS = 80;

/** @returns handlers for the element around the rows */
function useRowIntent<Row>(rowAt: (index: number) => Row | undefined, onIntent: (row: Row) => void) {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  return {
    onPointerOver({ target }: PointerEvent<HTMLElement>): void {
      const index = rowIndexOf(target);
      const row = index === null ? undefined : rowAt(index);
      clearTimeout(rest.current);
      if (row !== undefined) rest.current = setTimeout(() => onIntent(row), INTENT_MS);
    },
    onPointerLeave: () => clearTimeout(rest.current),
  };
}

/** A jump of more rows than this is fast scrolling: fetching waits until it stops. */
const FAST_SCROLL_ROWS = 80;
const FETCH_DEBOUNCE_MS = 60;
/** Fetches the rows of the next half second ahead of the scrolling. */
const AHEAD = { leastRows: 20, mostRows: 200, ms: 500 };

function useShownRows(show: (from: number, to: number) => void, from: number, to: number): void {
  const before = useRef({ from: 0, atMs: 0 });
  useEffect(() => {
    const atMs = performance.now();
    const by = from - before.current.from;
    const passed = Math.abs(by);
    const rows = AHEAD.leastRows + Math.round((passed * AHEAD.ms) / Math.max(1, atMs - before.current.atMs));
    const ahead = Math.sign(by) * Math.min(AHEAD.mostRows, rows);
    before.current = { from, atMs };
    if (passed <= FAST_SCROLL_ROWS) return show(Math.max(0, from + Math.min(0, ahead)), to + Math.max(0, ahead));
    const timer = setTimeout(() => show(from, to), FETCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [show, from, to]);
}

/** Tint and a bar at the start, so that the selection is seen without colour too. */
const SELECTED =
  "bg-selected before:absolute before:inset-y-0 before:start-0 before:w-0.5 before:bg-accent before:content-['']";

/** The background of a row; a failure is also said in words. */
export function rowClass(isChosen: boolean, hasFailed: boolean): string {
  if (hasFailed) return 'bg-danger-tint';
  return isChosen ? SELECTED : 'hover:bg-hover';
}
