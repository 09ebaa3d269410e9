import { useEffect, useRef, type PointerEvent } from 'react';

const INTENT_MS = 80;

/** The row that an event is on, by its place in the list; null beside the rows. */
export function rowOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row?.dataset['row'] === undefined ? null : Number(row.dataset['row']);
}

/** A pointer that rests on a row for a moment will likely open it. @returns handlers for the list around the rows */
export function useRowIntent<Row>(rowAt: (index: number) => Row | undefined, onIntent: (row: Row) => void) {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  return {
    onPointerOver({ target }: PointerEvent<HTMLElement>): void {
      const index = rowOf(target);
      const row = index === null ? undefined : rowAt(index);
      clearTimeout(rest.current);
      if (row !== undefined) rest.current = setTimeout(() => onIntent(row), INTENT_MS);
    },
    onPointerLeave: () => clearTimeout(rest.current),
  };
}
