import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface RowWindowOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Heights in px until rows are measured, of a row and of a group's head. */
  readonly heights: { readonly row: number; readonly head: number };
  /** Whether a row has a group's head above it. */
  readonly hasHead: (index: number) => boolean;
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
  readonly heightOf: (index: number) => number;
  readonly totalHeight: number;
  /** For the ref of each drawn row, which carries `data-index`. */
  readonly measureRow: (element: HTMLElement | null) => (() => void) | undefined;
  readonly scrollTo: (offset: number) => void;
  /** Brings a row into sight: to the top, or just as far as needed. */
  readonly scrollToRow: (index: number, align: 'start' | 'auto') => void;
}

const OVERSCAN = 8;

/** Which rows of a long list are drawn. Rows are measured, so that text size, density and zoom may change. */
export function useRowWindow({ scroller, count, heights, hasHead }: RowWindowOptions): RowWindow {
  const [offsets] = useState(() => new RowOffsets(heights.row));
  // As many as may fit at first: measuring then changes little.
  const [range, setRange] = useState(() => ({ first: 0, last: Math.ceil(innerHeight / heights.row) }));
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
      // Rendering begins only when another row comes into sight.
      const change = () =>
        setRange((before) => (before.first === first && before.last === last ? before : { first, last }));
      const isAhead = first >= reach.current.from && last <= reach.current.to;
      // Scrolling shows rows that are drawn ahead; the next ones are drawn bit by bit, between frames. Where it is faster,
      // a drawing that waits would begin anew with each step, and never end.
      if (canWait && isAhead) startTransition(change);
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
    if (element === null) return;
    const measured = new Map<number, number>();
    for (const [row, index] of drawn.current) measured.set(index, row.getBoundingClientRect().height);
    const { scrollTop } = element;
    const anchor = offsets.indexAt(scrollTop, Number.MAX_SAFE_INTEGER);
    const into = scrollTop - offsets.offsetOf(anchor);
    if (!offsets.measure(measured)) return;
    // The row at the top stays where it is on screen, whatever the rows above it turned out to be.
    if (scrollTop > 0) element.scrollTop = offsets.offsetOf(anchor) + into;
    look(false);
    redraw((n) => n + 1);
  }, [offsets, scroller, look]);

  const latestMeasure = useRef(measure);
  useLayoutEffect(() => {
    latestMeasure.current = measure;
  });
  const measureRow = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
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
  const from = Math.max(0, first - OVERSCAN);
  const to = Math.min(count - 1, last + OVERSCAN);
  // Known before they are drawn: measured first, the page would be laid out twice, or the next row move after the paint.
  for (let index = from; index <= to; index += 1) if (hasHead(index)) offsets.expect(index, heights.head);
  useLayoutEffect(() => {
    reach.current = { from, to };
  }, [from, to]);
  return {
    first,
    last,
    from,
    to,
    offsetOf: (index) => offsets.offsetOf(index),
    heightOf: (index) => offsets.heightOf(index),
    totalHeight: offsets.offsetOf(count),
    measureRow,
    scrollTo,
    scrollToRow,
  };
}

/**
 * Where rows stand in a list of which only a few are drawn. Nearly all rows have one height; those that differ (a row
 * under a group's head, one whose text wraps) are stored apart, so that 100,000 rows cost no more than ten.
 */
export class RowOffsets {
  #usual: number;
  /** Rows of another height, ascending. */
  #others: { readonly index: number; readonly height: number }[] = [];

  constructor(usual: number) {
    this.#usual = usual;
  }

  heightOf(index: number): number {
    return this.#others.find((row) => row.index === index)?.height ?? this.#usual;
  }

  /** px from the top of the list to the top of row `index`; with the row count, the height of the list. */
  offsetOf(index: number): number {
    let offset = index * this.#usual;
    for (const row of this.#others) {
      if (row.index >= index) break;
      offset += row.height - this.#usual;
    }
    return offset;
  }

  /** The row that `offset` px from the top falls into. */
  indexAt(offset: number, count: number): number {
    let index = Math.floor(offset / this.#usual);
    // Rows of another height shift the guess by a few rows at most.
    while (index > 0 && this.offsetOf(index) > offset) index -= 1;
    while (index < count - 1 && this.offsetOf(index + 1) <= offset) index += 1;
    return Math.max(0, Math.min(index, count - 1));
  }

  /** A row that was not measured yet is higher than others by so much. */
  expect(index: number, more: number): void {
    if (this.#others.some((row) => row.index === index)) return;
    this.#setOthers([...this.#others, { index, height: this.#usual + more }]);
  }

  /** Takes in what was measured; true when a row turned out to be of another height than thought. */
  measure(measured: ReadonlyMap<number, number>): boolean {
    const before = [...measured.keys()].map((index) => this.heightOf(index));
    const usual = mostFrequent(measured.values()) ?? this.#usual;
    // Larger text changes all rows at once: what most of the drawn ones have is the usual height from then on.
    if (isOther(usual, this.#usual) && measured.size > 2) {
      this.#usual = usual;
      this.#others = [];
    }
    const kept = this.#others.filter((row) => !measured.has(row.index));
    for (const [index, height] of measured) if (isOther(height, this.#usual)) kept.push({ index, height });
    this.#setOthers(kept);
    return [...measured.keys()].some((index, at) => isOther(this.heightOf(index), before[at] ?? 0));
  }

  #setOthers(rows: readonly { readonly index: number; readonly height: number }[]): void {
    this.#others = rows.toSorted((a, b) => a.index - b.index);
  }
}

function isOther(a: number, b: number): boolean {
  return Math.abs(a - b) >= 0.5;
}

function mostFrequent(heights: Iterable<number>): number | undefined {
  const counts = new Map<number, number>();
  for (const height of heights) {
    const halfPx = Math.round(height * 2) / 2;
    counts.set(halfPx, (counts.get(halfPx) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
