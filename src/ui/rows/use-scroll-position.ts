import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { RowWindow } from './use-row-window.ts';

const MAX_POSITIONS = 50;
const positions = new Map<string, number>();

/** Remembers the scroll offset in px of a list whose first row in sight is `first`, until the page is left. */
function saveScrollPosition(list: string, first: number, offset: number): void {
  const key = `${list} ${first}`;
  positions.delete(key);
  positions.set(key, offset);
  const oldest = positions.keys().next().value;
  if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest);
}

const SETTLE_MS = 200;

interface ScrollPosition {
  readonly key: string;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rowWindow: RowWindow;
  readonly total: number;
  /** The row that the URL names. */
  readonly startAt: number;
  readonly onFirstRow: (index: number) => void;
}

/** Begins where the list was left, to the pixel, and remembers and reports where scrolling ends. */
export function useScrollPosition({ key, scroller, rowWindow, total, startAt, onFirstRow }: ScrollPosition): void {
  const { first, scrollTo, scrollToRow } = rowWindow;
  const isRestored = useRef(false);
  useLayoutEffect(() => {
    if (isRestored.current || total === 0 || scroller.current === null) return;
    isRestored.current = true;
    const kept = positions.get(`${key} ${startAt}`) ?? 0;
    if (kept > 0) scrollTo(kept);
    else if (startAt > 0) scrollToRow(Math.min(startAt, total - 1), 'start');
  });
  useEffect(() => {
    const element = scroller.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      if (!isRestored.current) return;
      saveScrollPosition(key, first, element?.scrollTop ?? 0);
      onFirstRow(first);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(rest, SETTLE_MS);
    };
    wait();
    element?.addEventListener('scroll', wait, { passive: true });
    return () => {
      clearTimeout(timer);
      element?.removeEventListener('scroll', wait);
    };
  }, [first, key, scroller, onFirstRow]);
}
