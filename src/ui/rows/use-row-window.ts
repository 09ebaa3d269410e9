import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { RowOffsets } from './row-offsets.ts';

interface RowWindowOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Height of a row in px until rows are measured. */
  readonly height: number;
}

export interface RowWindow {
  /** The rows that fall into the scroller, partly or whole. */
  readonly first: number;
  readonly last: number;
  /** The rows to draw: some more on both sides. */
  readonly from: number;
  readonly to: number;
  /** px from the top of the list to a row. */
  readonly offsetOf: (index: number) => number;
  readonly totalHeight: number;
  /** For the ref of each drawn row, which carries `data-index`. */
  readonly measureRow: (element: HTMLElement | null) => (() => void) | undefined;
  readonly scrollTo: (offset: number) => void;
  /** Brings a row into sight: to the top, or just as far as needed. */
  readonly scrollToRow: (index: number, align: 'start' | 'auto') => void;
}

const OVERSCAN = 8;
/** So many rows more are drawn so long after a jump, again and again, until all are there. */
const AHEAD_STEP = 2;
const AHEAD_MS = 60;

/** Which rows of a long list are drawn. Rows are measured, so that text size, density and zoom may change. */
export function useRowWindow({ scroller, count, height }: RowWindowOptions): RowWindow {
  const [offsets] = useState(() => new RowOffsets(height));
  // As many as may fit at first: measuring then changes little, and what lies around them comes when they stand.
  const [range, setRange] = useState(() => ({ first: 0, last: Math.ceil(innerHeight / height), ahead: 0 }));
  const [, redraw] = useState(0);
  const drawn = useRef(new Map<Element, number>());
  const observer = useRef<ResizeObserver | null>(null);

  const reach = useRef({ from: 0, to: 0 });
  const look = useCallback(
    (canWait: boolean) => {
      const element = scroller.current;
      if (element === null) return;
      const { scrollTop, clientHeight } = element;
      const first = offsets.indexAt(scrollTop, count);
      const last = offsets.indexAt(Math.max(scrollTop, scrollTop + clientHeight - 1), count);
      // After a jump what is in sight comes first, and what lies around it when that stands.
      const isFar = first > reach.current.to || last < reach.current.from;
      // Rendering begins only when another row comes into sight.
      const change = () =>
        setRange((before) =>
          before.first === first && before.last === last
            ? before
            : { first, last, ahead: isFar && canWait ? 0 : before.ahead },
        );
      // Scrolling shows rows that are drawn ahead; the next ones are drawn bit by bit, between frames.
      if (canWait) startTransition(change);
      else change();
    },
    [scroller, offsets, count],
  );

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    // Tells once at the start, when the page is laid out anyway.
    const frame = new ResizeObserver(() => look(false));
    const onScroll = () => look(true);
    frame.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      frame.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, look]);

  const measure = useCallback(() => {
    const element = scroller.current;
    const measured = new Map<number, number>();
    for (const [row, index] of drawn.current) measured.set(index, row.getBoundingClientRect().height);
    const anchor = offsets.indexAt(element?.scrollTop ?? 0, Number.MAX_SAFE_INTEGER);
    const into = (element?.scrollTop ?? 0) - offsets.offsetOf(anchor);
    if (!offsets.measure(measured)) return;
    // The row at the top stays where it is on screen, whatever the rows above it turned out to be.
    if (element !== null && element.scrollTop > 0) element.scrollTop = offsets.offsetOf(anchor) + into;
    look(false);
    redraw((n) => n + 1);
  }, [offsets, scroller, look]);

  const latestMeasure = useRef(measure);
  useLayoutEffect(() => {
    latestMeasure.current = measure;
  });
  const hasHead = useRef(false);
  const measureRow = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    if (element.childElementCount > 1) hasHead.current = true;
    observer.current ??= new ResizeObserver(() => latestMeasure.current());
    const rows = drawn.current;
    const watch = observer.current;
    rows.set(element, Number(element.dataset['index']));
    watch.observe(element);
    return () => {
      rows.delete(element);
      watch.unobserve(element);
    };
  }, []);
  useEffect(() => () => observer.current?.disconnect(), []);
  // A row under a group's head is higher than others: known before the paint, or the next row would move after it.
  useLayoutEffect(() => {
    if (!hasHead.current) return;
    hasHead.current = false;
    measure();
  });

  const scrollTo = useCallback(
    (offset: number) => {
      scroller.current?.scrollTo({ top: offset });
      look(false);
    },
    [scroller, look],
  );
  const scrollToRow = useCallback(
    (index: number, align: 'start' | 'auto') => {
      const element = scroller.current;
      if (element === null) return;
      const top = offsets.offsetOf(index);
      const bottom = top + offsets.heightOf(index);
      if (align === 'start' || top < element.scrollTop) scrollTo(top);
      else if (bottom > element.scrollTop + element.clientHeight) scrollTo(bottom - element.clientHeight);
    },
    [scroller, offsets, scrollTo],
  );

  const first = Math.min(range.first, Math.max(0, count - 1));
  const last = Math.min(range.last, Math.max(0, count - 1));
  const from = Math.max(0, first - range.ahead);
  const to = Math.min(count - 1, last + range.ahead);
  useLayoutEffect(() => {
    reach.current = { from, to };
  }, [from, to]);
  useEffect(() => {
    if (range.ahead === OVERSCAN) return undefined;
    const more = () => setRange((before) => ({ ...before, ahead: Math.min(OVERSCAN, before.ahead + AHEAD_STEP) }));
    const timer = setTimeout(() => startTransition(more), AHEAD_MS);
    return () => clearTimeout(timer);
  }, [range]);
  return {
    first,
    last,
    from,
    to,
    offsetOf: (index) => offsets.offsetOf(index),
    totalHeight: offsets.offsetOf(count),
    measureRow,
    scrollTo,
    scrollToRow,
  };
}
