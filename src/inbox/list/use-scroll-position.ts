import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { keepPlace, placeOf } from './kept-places.ts';
import type { RowWindow } from './use-row-window.ts';

const SETTLE_MS = 200;

interface KeptPlace {
  readonly key: string;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rowWindow: RowWindow;
  readonly total: number;
  /** The row that the URL names. */
  readonly startAt: number;
  readonly onFirstRow: (index: number) => void;
}

/** Begins where the list was left, to the pixel, and remembers and tells where it comes to rest. */
export function useKeptPlace({ key, scroller, rowWindow, total, startAt, onFirstRow }: KeptPlace): void {
  const { first, scrollTo, scrollToRow } = rowWindow;
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    if (isPlaced.current || total === 0 || scroller.current === null) return;
    isPlaced.current = true;
    const kept = placeOf(key, startAt);
    if (kept !== undefined) scrollTo(kept);
    else if (startAt > 0) scrollToRow(Math.min(startAt, total - 1), 'start');
  });
  useEffect(() => {
    const element = scroller.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      if (!isPlaced.current) return;
      keepPlace(key, first, element?.scrollTop ?? 0);
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
