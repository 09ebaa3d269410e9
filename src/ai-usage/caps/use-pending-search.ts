import { deepEqual } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { GoTo } from '#src/ai-usage/search.ts';
import type { WindowSearch } from '#src/panels/day-window.ts';

/** A slider moves more often than a browser lets an address change. */
const SETTLE_MS = 250;

interface PendingSearch<Search extends WindowSearch> {
  /** The address with what is about to stand in it. */
  readonly shown: Search;
  readonly change: (part: Partial<Search>) => void;
  /** Goes elsewhere at once; what was about to stand in the address does not. */
  readonly leave: GoTo<Search>;
}

/** Changes of the address that come many in a row: shown at once, and put into the address when they come to rest. */
export function usePendingSearch<Search extends WindowSearch>(search: Search, go: GoTo<Search>): PendingSearch<Search> {
  const [pending, setPending] = useState<Partial<Search> | null>(null);
  const shown = pending === null ? search : { ...search, ...pending };
  if (pending !== null && deepEqual(shown, search)) setPending(null);
  const write = useEffectEvent(() => go(shown, { replace: true }));
  useEffect(() => {
    if (pending === null) return;
    const timer = setTimeout(() => write(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [pending]);
  return {
    shown,
    change: (part) => setPending((before) => ({ ...before, ...part })),
    leave: (next, options) => {
      setPending(null);
      go(next, options);
    },
  };
}
