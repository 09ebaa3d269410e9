import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { JoinedRows } from './join-pages.ts';

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
