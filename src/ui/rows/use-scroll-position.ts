import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { saveScrollPosition, savedScrollPosition } from './scroll-positions.ts';
import type { RowWindow } from './use-row-window.ts';

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
    const kept = savedScrollPosition(key, startAt);
    if (kept !== undefined) scrollTo(kept);
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
