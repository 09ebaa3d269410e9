import { startTransition, useLayoutEffect, useState } from 'react';
import type { JoinedRows } from './join-pages.ts';

/** So many rows are new in one drawing: each costs the browser a millisecond of styles, layout and paint. */
const MAX_NEW = 3;
/** Where more rows than these go by between two drawings, only the one that the keys are on is drawn whole. */
const FAST_ROWS = 2 * MAX_NEW;

interface Drawing<Id> {
  /** The rows whose content is drawn now. */
  readonly ids: ReadonlySet<Id>;
  /** Those of which one line of text is drawn until then: the list is read while it is scrolled fast. */
  readonly texts: ReadonlySet<Id>;
  /** Some rows wait for the next drawing. */
  readonly isPartial: boolean;
}

/**
 * Picks rows to draw: those that stand already and a few more, so that no frame is held up.
 * @param before what the last drawing had
 * @param wanted the most pressing first
 * @param passed rows that went by since
 */
export function drawNext<Id>(
  before: Pick<Drawing<Id>, 'ids' | 'texts'>,
  wanted: readonly Id[],
  passed: number,
): Drawing<Id> {
  const kept = wanted.filter((id) => before.ids.has(id));
  const added = wanted.filter((id) => !before.ids.has(id));
  const count = passed > FAST_ROWS ? 1 : MAX_NEW;
  const left = added.slice(count);
  return {
    ids: new Set([...kept, ...added.slice(0, count)]),
    texts: new Set(left.filter((id) => passed > 0 || before.texts.has(id))),
    isPartial: left.length > 0,
  };
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
  return all.toSorted((one, other) => distance(one) - distance(other));
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
  /** One line of its text stands for it until it is drawn. */
  readonly isText: (index: number) => boolean;
  /** All of them are loaded and drawn. */
  readonly isComplete: boolean;
}

/** Which of the loaded rows are drawn now; the others follow, a few with each frame. */
export function useRowBatches({ rows, first, last, from, to, active }: BatchOptions): RowBatches {
  const [stands] = useState(() => ({ ids: NONE, texts: NONE, first }));
  const [, drawMore] = useState(0);
  const wanted = rowOrder({ first, last, from, to, pressing: active }).flatMap((index) => {
    const row = rows.at(index);
    return row === undefined ? [] : [row.id.toString()];
  });
  const { ids, texts, isPartial } = drawNext(stands, wanted, Math.abs(first - stands.first));
  useLayoutEffect(() => {
    Object.assign(stands, { ids, texts, first });
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
  const isText = (index: number): boolean => texts.has(rows.at(index)?.id.toString() ?? '');
  return { isDrawn, isText, isComplete: !isPartial && wanted.length > to - from };
}
