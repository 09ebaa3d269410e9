import { createAtom, useSelector } from '@tanstack/react-store';
import { useLayoutEffect } from 'react';
import { keysNow } from './key-changes.ts';

type Keys = readonly string[];

/** Keys whose part of the page is not there yet, a list for each part. */
const offAtom = createAtom<readonly Keys[]>([]);

function setOff(lists: readonly Keys[]): void {
  offAtom.set(lists);
  // What plays keys on the page sees by it when they count.
  document.documentElement.toggleAttribute('data-keys-off', lists.length > 0);
}

/**
 * Keys of a part that comes after the first paint do nothing until it is there, and are not shown wherever they are printed.
 * @param keys as the part will register them; the same list each time, and of one part at a time
 */
export function useKeysOff(keys: Keys, isReady: boolean): void {
  useLayoutEffect(() => {
    if (isReady) return undefined;
    setOff([...offAtom.get(), keys]);
    return () => setOff(offAtom.get().filter((other) => other !== keys));
  }, [keys, isReady]);
}

/** Whether a stroke waits for its part of the page: nothing happens, and nothing by the keys that follow it at once. */
export function isStrokeOff(stroke: string): boolean {
  return offAtom.get().some((list) => list.some((keys) => keysNow(keys) === stroke));
}

/** Whether these keys wait for their part of the page. */
export function useIsKeyOff(keys: string): boolean {
  return useSelector(offAtom, (lists) => lists.some((list) => list.includes(keys)));
}
