import { startTransition, useLayoutEffect, useState } from 'react';
import type { JoinedRows } from './join-pages.ts';

/** So many rows are new in one drawing: each costs the browser a millisecond of styles, layout and paint. */
const MAX_NEW = 3;

interface Drawing<Id> {
  /** The rows whose content is drawn now. */
  readonly ids: ReadonlySet<Id>;
  /** Some rows wait for the next drawing. */
  readonly isPartial: boolean;
}

/**
 * Picks rows to draw: those that stand already and a few more, so that no frame is held up.
 * @param before what the last drawing had
 * @param wanted the most pressing first
 */
export function drawNext<Id>(before: ReadonlySet<Id>, wanted: readonly Id[]): Drawing<Id> {
  const kept = wanted.filter((id) => before.has(id));
  const added = wanted.filter((id) => !before.has(id));
  return { ids: new Set([...kept, ...added.slice(0, MAX_NEW)]), isPartial: added.length > MAX_NEW };
}

/** Indices of the rows between `from` and `to`: the pressing one, what is in sight, then what lies around it. */
export function rowOrder(range: {
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
  readonly pressing: number;
}): number[] {
  const { first, last, from, to, pressing } = range;
  const all = Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step);
  const distance = (index: number): number =>
    index === pressing ? -1 : index < first ? first - index : Math.max(0, index - last);
  return all.toSorted((one, other) => distance(one) - distance(other) || one - other);
}

const NONE: ReadonlySet<string> = new Set();

interface BatchOptions {
  readonly rows: JoinedRows;
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
  /** The row that the keys are on: it is never left for later. */
  readonly active: number;
}

interface RowBatches {
  readonly isDrawn: (index: number) => boolean;
  /** All rows in sight are drawn. */
  readonly isComplete: boolean;
}

/** Which of the loaded rows are drawn now; the others follow, a few with each frame. */
export function useRowBatches({ rows, first, last, from, to, active }: BatchOptions): RowBatches {
  const [stands] = useState<{ ids: ReadonlySet<string> }>(() => ({ ids: NONE }));
  const [, drawMore] = useState(0);
  const wanted = rowOrder({ first, last, from, to, pressing: active }).flatMap((index) => {
    const row = rows.at(index);
    return row === undefined ? [] : [row.id.toString()];
  });
  const { ids, isPartial } = drawNext(stands.ids, wanted);
  useLayoutEffect(() => {
    stands.ids = ids;
    if (!isPartial) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // After the next frame: what was drawn now is on the screen by then.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => drawMore((n) => n + 1)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  });
  const isDrawn = (index: number): boolean => {
    const row = rows.at(index);
    return row !== undefined && (rows.isRepeated(index) || ids.has(row.id.toString()));
  };
  const inSight = Array.from({ length: last - first + 1 }, (_, step) => first + step);
  return { isDrawn, isComplete: inSight.every(isDrawn) };
}
