import { useEffect, useRef, useState } from 'react';
import type { AiSearch } from '#src/ai-usage/search.ts';
import type { GoTo } from '#src/ai-usage/tab-props.ts';

/** A slider moves more often than a browser lets an address change. */
const SETTLE_MS = 250;

interface PendingSearch {
  /** The address with what is about to stand in it. */
  readonly shown: AiSearch;
  readonly change: (part: AiSearch) => void;
  /** Goes elsewhere at once; what was about to stand in the address does not. */
  readonly leave: GoTo;
}

/** Changes of the address that come many in a row: shown at once, and put into the address when they come to rest. */
export function usePendingSearch(search: AiSearch, go: GoTo): PendingSearch {
  const [pending, setPending] = useState<AiSearch | null>(null);
  const latest = useRef({ search, go });
  useEffect(() => {
    latest.current = { search, go };
  });
  useEffect(() => {
    if (pending === null) return;
    const timer = setTimeout(() => {
      latest.current.go({ ...latest.current.search, ...pending }, { replace: true });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [pending]);
  const shown = pending === null ? search : { ...search, ...pending };
  const isSettled = pending !== null && isSame(shown, search);
  useEffect(() => {
    if (isSettled) setPending(null);
  }, [isSettled]);
  return {
    shown,
    change: (part) => setPending((before) => ({ ...before, ...part })),
    leave: (next, options) => {
      setPending(null);
      go(next, options);
    },
  };
}

function isSame(a: AiSearch, b: AiSearch): boolean {
  const known = (search: AiSearch) => Object.entries(search).filter(([, value]) => value !== undefined);
  return known(a).length === known(b).length && known(a).every(([key, value]) => Object.is(Reflect.get(b, key), value));
}
