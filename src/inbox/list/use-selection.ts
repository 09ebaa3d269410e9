import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TicketRows } from './ticket-list.ts';

export interface Selection {
  /** Ids as digits; for all matching, those of the loaded rows. */
  readonly ids: ReadonlySet<string>;
  readonly isAllMatching: boolean;
  has(id: string): boolean;
  /** Selects or deselects a row; with `isRange`, selects all rows from the previous one to this. */
  toggle(index: number, isRange?: boolean): void;
  /** Selects both rows. */
  extend(from: number, to: number): void;
  selectLoaded(): void;
  selectAllMatching(): void;
  /** Selects just these, such as those that failed. */
  keep(ids: Iterable<string>, isAllMatching?: boolean): void;
  clear(): void;
}

interface State {
  readonly listKey: string;
  readonly ids: ReadonlySet<string>;
  readonly isAllMatching: boolean;
}

/** A selection belongs to one list: other filters start without one. */
export function useSelection(listKey: string, rows: TicketRows, total: number | null): Selection {
  const [state, setState] = useState<State>({ listKey, ids: new Set(), isAllMatching: false });
  const current = state.listKey === listKey ? state : { listKey, ids: new Set<string>(), isAllMatching: false };
  const anchor = useRef<number | null>(null);
  const latest = useRef({ rows, total, current });
  useLayoutEffect(() => {
    latest.current = { rows, total, current };
  });

  return useMemo(() => {
    const set = (ids: ReadonlySet<string>, isAllMatching = false): void =>
      setState({ listKey, ids, isAllMatching: isAllMatching && ids.size > 0 });
    const idAt = (index: number): string | undefined => latest.current.rows.at(index)?.id.toString();
    const loaded = (): Set<string> => {
      const ids = new Set<string>();
      for (let index = 0; index < (latest.current.total ?? 0); index += 1) {
        const id = idAt(index);
        if (id !== undefined) ids.add(id);
      }
      return ids;
    };
    return {
      ids: current.ids,
      isAllMatching: current.isAllMatching,
      has: (id) => current.isAllMatching || current.ids.has(id),
      toggle(index, isRange = false) {
        const id = idAt(index);
        if (id === undefined) return;
        // Leaving "all matching" keeps the loaded rows only.
        const ids = current.isAllMatching ? loaded() : new Set(current.ids);
        const isOn = !ids.has(id);
        const from = isRange ? (anchor.current ?? index) : index;
        for (let at = Math.min(from, index); at <= Math.max(from, index); at += 1) {
          const each = idAt(at);
          if (each === undefined) continue;
          if (isOn || isRange) ids.add(each);
          else ids.delete(each);
        }
        anchor.current = index;
        set(ids);
      },
      extend(from, to) {
        const ids = current.isAllMatching ? loaded() : new Set(current.ids);
        for (const id of [idAt(from), idAt(to)]) if (id !== undefined) ids.add(id);
        anchor.current = to;
        set(ids);
      },
      selectLoaded: () => set(loaded()),
      selectAllMatching: () => set(loaded(), true),
      keep: (ids, isAllMatching) => set(new Set(ids), isAllMatching),
      clear() {
        anchor.current = null;
        set(new Set());
      },
    };
  }, [listKey, current.ids, current.isAllMatching]);
}
