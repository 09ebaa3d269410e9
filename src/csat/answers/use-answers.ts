import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { CsatAnswer, listCsatAnswers } from '#contract/csat-reports.ts';
import type { CallQuery } from '#src/api/call.ts';
import { answersOptions } from '#src/csat/queries.ts';
import { formatCount } from '#src/format/number.ts';
import type { GridHandle } from '#src/ui/rows/windowed-grid.tsx';
import { useWindowedList } from '#src/ui/rows/use-windowed-list.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';

/** Rows of the first page: an answer is small, and its comment is not. */
export const FIRST_ROWS = 50;

type Query = CallQuery<typeof listCsatAnswers>;

/** A list of answers by position, for a `WindowedGrid`; a change of its filters says how many it finds. */
export function useAnswers(query: Query, startAt: number) {
  const key = JSON.stringify(query);
  const list = useWindowedList({
    key,
    pageOptions: (skip, limit) => answersOptions(query, skip, limit),
    startAt,
    limit: FIRST_ROWS,
  });
  const { total, isOutdated } = list;
  const said = useRef(key);
  useEffect(() => {
    if (said.current === key || total === null || isOutdated) return;
    said.current = key;
    announce(messages.found(total, formatCount(total)));
  }, [key, total, isOutdated]);
  return { list, key };
}

/** Where the focus goes from the search: to the first row, or to the one that the keys are on. */
export function useLeaveSearch(grid: RefObject<GridHandle<CsatAnswer> | null>): (toFirst: boolean) => void {
  return useCallback(
    (toFirst) => {
      if (toFirst) grid.current?.focusRow(null);
      else grid.current?.focusActive();
    },
    [grid],
  );
}
