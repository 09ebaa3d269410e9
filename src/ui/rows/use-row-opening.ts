import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import type { JoinedRows, RowPage } from './join-pages.ts';

interface ActiveRow {
  /** The row that keys act on; null until somebody went there. */
  readonly active: number | null;
  readonly setActive: (index: number) => void;
  /** Makes a row the active one and gives it the focus, as soon as it is drawn. */
  readonly focusRow: (index: number) => void;
}

/** The row that the keys act on. It follows what it shows when rows above it leave; what left gives it to the next. */
export function useActiveRow(
  scroller: RefObject<HTMLElement | null>,
  rows: JoinedRows,
  scrollToRow: (index: number, align: 'start' | 'auto') => void,
): ActiveRow {
  const [active, setActiveIndex] = useState<number | null>(null);
  const activeId = useRef<string | null>(null);
  const focusWanted = useRef<number | null>(null);

  const tryFocus = useCallback(() => {
    if (focusWanted.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${focusWanted.current}"]`);
    if (row === null || row === undefined) return;
    focusWanted.current = null;
    row.focus({ preventScroll: true });
  }, [scroller]);
  useLayoutEffect(tryFocus);

  const setActive = useCallback(
    (index: number) => {
      activeId.current = rows.at(index)?.id.toString() ?? null;
      setActiveIndex(index);
    },
    [rows],
  );
  const focusRow = useCallback(
    (index: number) => {
      setActive(index);
      focusWanted.current = index;
      scrollToRow(index, 'auto');
      tryFocus();
    },
    [setActive, scrollToRow, tryFocus],
  );

  useEffect(() => {
    if (active === null) return;
    if (activeId.current === null) {
      activeId.current = rows.at(active)?.id.toString() ?? null;
      return;
    }
    const moved = rows.indexOf(activeId.current);
    if (moved === active) return;
    if (moved === undefined) {
      // Its page is on its way, or it left the list: then the row that took its place is next.
      activeId.current = rows.at(active)?.id.toString() ?? activeId.current;
      return;
    }
    if (scroller.current?.contains(document.activeElement) === true) focusRow(moved);
    else setActive(moved);
  }, [active, rows, scroller, focusRow, setActive]);

  return { active, setActive, focusRow };
}

export interface OpenOptions {
  /** Replaces the present entry of the history. */
  readonly replace: boolean;
  /** The keyboard asked for what the row stands for, not for the next one in passing. */
  readonly wantsFocus: boolean;
}

/** A key that repeats comes again sooner. */
const HELD_MS = 150;
/** The next frame has been drawn by then. */
const AFTER_PAINT_MS = 24;

type ListRow = { readonly id: bigint };

interface RowOpening<Row extends ListRow> extends ReturnType<typeof useActiveRow> {
  readonly rows: JoinedRows<RowPage<Row>>;
  readonly total: number;
  /** The first row in sight. */
  readonly first: number;
  /** The open row, by the text of its id. */
  readonly openId: string | undefined;
  /** The open row covers the list: J and K change it without moving the focus. */
  readonly isCovered: boolean;
  /** Moving along the list opens what the row stands for beside it. */
  readonly isSplit: boolean;
  readonly scrollToRow: (index: number, align: 'start' | 'auto') => void;
  readonly labels: { readonly group: string; readonly next: string; readonly previous: string };
  readonly onOpen: (row: Row, options: OpenOptions) => void;
}

/** Opening rows, and J and K from one to the next. */
export function useRowOpening<Row extends ListRow>(list: RowOpening<Row>) {
  const { rows, total, first, openId, isCovered, isSplit, active, setActive, focusRow, scrollToRow, onOpen } = list;
  const openIndex = openId === undefined ? undefined : rows.indexOf(openId);
  const [pending, setPending] = useState<(OpenOptions & { readonly index: number }) | null>(null);

  // Back and forward open another one: its row comes into sight.
  const shownId = useRef(openId);
  useEffect(() => {
    if (shownId.current === openId) return;
    shownId.current = openId;
    // A row that the keys are on is in sight already; to measure again makes the browser lay out the page at once.
    if (openIndex === undefined || openIndex === active) return;
    setActive(openIndex);
    scrollToRow(openIndex, 'auto');
  }, [openId, openIndex, active, setActive, scrollToRow]);

  function open(index: number, options: OpenOptions): void {
    const row = rows.at(index);
    setActive(index);
    setPending(row === undefined ? { ...options, index } : null);
    if (row !== undefined) onOpen(row, options);
  }
  // J went on to a row that was still on its way.
  useEffect(() => {
    const row = pending === null ? undefined : rows.at(pending.index);
    if (pending === null || row === undefined) return;
    setPending(null);
    onOpen(row, pending);
  }, [pending, rows, onOpen]);

  // From the row that the keys are on: one that waits to be opened may be behind them already.
  function neighbour(by: 1 | -1, start = active ?? openIndex): number {
    let index = start === undefined ? first : start + by;
    // One that would stand twice is stepped over.
    while (index > 0 && index < total - 1 && rows.isRepeated(index)) index += by;
    return Math.max(0, Math.min(index, total - 1));
  }
  /** Opens the row before or after the open one; the focus stays where it is. */
  function step(by: 1 | -1): void {
    const index = neighbour(by);
    scrollToRow(index, 'auto');
    open(index, { replace: isCovered, wantsFocus: false });
  }

  const latestOpen = useRef(open);
  useEffect(() => {
    latestOpen.current = open;
  });
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  /** Goes to the row before or after. @param start the row to go from, where it is not the one that the keys are on */
  function goBy(by: 1 | -1, isHeld = false, start?: number): void {
    if (total === 0) return;
    clearTimeout(rest.current);
    if (isCovered) return step(by);
    const index = neighbour(by, start);
    focusRow(index);
    if (!isSplit) return;
    // The row first, what it stands for after the paint. While a key is held they fly past: the last one is opened.
    const openRow = () => latestOpen.current(index, { replace: isHeld, wantsFocus: false });
    rest.current = setTimeout(openRow, isHeld ? HELD_MS : AFTER_PAINT_MS);
  }
  const { group, next, previous } = list.labels;
  useShortcut('j', (event) => goBy(1, event.repeat), { label: next, group, repeat: true });
  useShortcut('k', (event) => goBy(-1, event.repeat), { label: previous, group, repeat: true });
  return { openIndex, open, step, goBy };
}
