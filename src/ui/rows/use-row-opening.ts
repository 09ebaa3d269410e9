import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import type { JoinedRows, RowPage } from './join-pages.ts';

interface ActiveRow {
  /** Where the row stands that keys act on; null until one was gone to. */
  readonly active: number | null;
  /** It stood in the list and does not any more: keys that change it do nothing. */
  readonly isGone: boolean;
  readonly setActive: (index: number) => void;
  /** Makes a row the active one and gives it the focus, as soon as it is drawn. */
  readonly focusRow: (index: number) => void;
}

interface Place {
  readonly index: number;
  /** Null while the row that was gone to is not loaded. */
  readonly id: string | null;
}

/** The row that the keys act on. It is the row itself and no place: wherever answers move it, the keys stay with it. */
export function useActiveRow(
  scroller: RefObject<HTMLElement | null>,
  rows: JoinedRows,
  scrollToRow: (index: number, align: 'start' | 'auto') => void,
): ActiveRow {
  const [place, setPlace] = useState<Place | null>(null);
  const stands = place === null ? null : placeIn(rows, place);
  // Within this drawing: a key between an answer and its effects would find the row that took the place.
  if (place !== null && stands !== null && (stands.index !== place.index || stands.id !== place.id)) setPlace(stands);
  const active = stands?.index ?? null;
  const isGone = stands !== null && stands.id !== null && rows.indexOf(stands.id) === undefined;

  const focusWanted = useRef<number | null>(null);
  const tryFocus = useCallback(() => {
    if (focusWanted.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${focusWanted.current}"]`);
    if (row === null || row === undefined) return;
    focusWanted.current = null;
    // Before it has the focus: see `useTabStop`.
    row.tabIndex = 0;
    row.focus({ preventScroll: true });
  }, [scroller]);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isInList = scroller.current?.contains(activeElement) === true;
    // A row that comes late takes the focus from nothing that was gone to meanwhile.
    if (isInList || activeElement === null || activeElement === document.body) tryFocus();
    else focusWanted.current = null;
    // Rows moved, and their elements did not.
    if (active === null || !isInList || !(activeElement instanceof HTMLElement)) return;
    const { row } = activeElement.dataset;
    if (row === undefined || Number(row) === active || focusWanted.current !== null) return;
    focusWanted.current = active;
    tryFocus();
  });

  const setActive = useCallback(
    (index: number) => setPlace({ index, id: rows.at(index)?.id.toString() ?? null }),
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
  return { active, isGone, setActive, focusRow };
}

/**
 * Keeps one row of the grid within reach of Tab. The rows are drawn with `tabIndex={-1}` each time, and it is set here:
 * to set the attribute of what has the focus, as React would after each key, lays out the page before the paint does.
 */
export function useTabStop(scroller: RefObject<HTMLElement | null>, index: number): void {
  useLayoutEffect(() => {
    for (const row of scroller.current?.querySelectorAll<HTMLElement>('[data-row][tabindex]') ?? []) {
      const wanted = Number(row.dataset['row']) === index ? 0 : -1;
      if (row.tabIndex !== wanted) row.tabIndex = wanted;
    }
  });
}

/** Where a row stands by now; one that left keeps its last place. */
function placeIn(rows: JoinedRows, { index, id }: Place): Place {
  if (id === null) return { index, id: rows.at(index)?.id.toString() ?? null };
  return { index: rows.indexOf(id) ?? index, id };
}

export interface OpenOptions {
  /** Replaces the present entry of the history. */
  readonly replace: boolean;
  /** The keyboard asked for what the row stands for, not for the next one in passing. */
  readonly wantsFocus: boolean;
  /** On the way through the list: the address follows when the keys rest. */
  readonly isPassing: boolean;
}

type ListRow = { readonly id: bigint };

interface RowOpening<Row extends ListRow> extends ActiveRow {
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

/** Opening rows, and J and K from one to the next: all of it within the key's own handler. */
export function useRowOpening<Row extends ListRow>(list: RowOpening<Row>) {
  const { rows, total, first, openId, isCovered, isSplit, active, isGone, setActive, focusRow, scrollToRow } = list;
  const { onOpen } = list;
  const openIndex = openId === undefined ? undefined : rows.indexOf(openId);
  const [pending, setPending] = useState<(OpenOptions & { readonly index: number }) | null>(null);

  // Back and forward open another one: the keys go there, and its row comes into sight.
  const [shownId, setShownId] = useState(openId);
  if (shownId !== openId) {
    setShownId(openId);
    if (openIndex !== undefined && openIndex !== active) setActive(openIndex);
  }
  const seenId = useRef(openId);
  useLayoutEffect(() => {
    if (seenId.current === openId) return;
    seenId.current = openId;
    if (openIndex !== undefined) scrollToRow(openIndex, 'auto');
  }, [openId, openIndex, scrollToRow]);

  function open(index: number, options: OpenOptions): void {
    const row = rows.at(index);
    setActive(index);
    setPending(row === undefined ? { ...options, index } : null);
    if (row === undefined) return;
    // The keys came through its row, which is in sight; the list keeps its width.
    if (options.isPassing && openId !== undefined) seenId.current = row.id.toString();
    onOpen(row, options);
  }
  // J went on to a row that was still on its way.
  useEffect(() => {
    if (pending === null) return;
    // The keys are elsewhere by now.
    if (pending.index !== active) return setPending(null);
    const row = rows.at(pending.index);
    if (row === undefined) return;
    setPending(null);
    onOpen(row, pending);
  }, [pending, active, rows, onOpen]);

  // From the row that the keys are on: one that waits to be opened may be behind them already.
  function neighbour(by: 1 | -1, start = active ?? openIndex): number {
    // Where the row left, the one that took its place is the next.
    let index = start === undefined ? first : start + (isGone && by === 1 ? 0 : by);
    // One that would stand twice is stepped over.
    while (index > 0 && index < total - 1 && rows.isRepeated(index)) index += by;
    return Math.max(0, Math.min(index, total - 1));
  }
  /** Opens the row before or after the open one; the focus stays where it is. */
  function step(by: 1 | -1): void {
    const index = neighbour(by);
    scrollToRow(index, 'auto');
    open(index, { replace: isCovered, wantsFocus: false, isPassing: true });
  }
  /** Goes to the row before or after. @param start the row to go from, where it is not the one that the keys are on */
  function goBy(by: 1 | -1, isHeld = false, start?: number): void {
    if (total === 0) return;
    if (isCovered) return step(by);
    const index = neighbour(by, start);
    focusRow(index);
    if (isSplit) open(index, { replace: isHeld, wantsFocus: false, isPassing: true });
  }
  const { group, next, previous } = list.labels;
  useShortcut('j', (event) => goBy(1, event.repeat), { label: next, group, repeat: true });
  useShortcut('k', (event) => goBy(-1, event.repeat), { label: previous, group, repeat: true });
  return { openIndex, open, step, goBy };
}
