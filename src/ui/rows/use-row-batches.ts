import { startTransition, useLayoutEffect, useState } from 'react';
import type { JoinedRows } from './join-pages.ts';
import { drawNext, rowOrder } from './row-batches.ts';

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
