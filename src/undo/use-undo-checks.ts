import { useEffect, useRef, useState } from 'react';
import { isSameSubject, type UndoEntry, type UndoSubject } from './undo-entry.ts';
import { isUndoable } from './undo.ts';

/** So many are looked at, newest first; what is older is seen when it is undone. */
const MAX_CHECKS = 30;

/**
 * Asks of the newest changes whether they can be undone still, one after the other. A change upon which this person made
 * another one is not asked about: the later one is undone with it.
 * @param entries newest first
 * @returns by key why a change would stay as it is, or null where it would not
 */
export function useUndoChecks(entries: readonly UndoEntry[]): ReadonlyMap<string, string | null> {
  const [reasons, setReasons] = useState<ReadonlyMap<string, string | null>>(new Map());
  const latest = useRef(entries);
  useEffect(() => {
    latest.current = entries;
  });
  const known = useRef(new Set<string>());
  const { length } = entries;
  useEffect(() => {
    let isOver = false;
    const seen: UndoSubject[] = [];
    const asked = latest.current.filter((entry) => {
      const isLatest = !seen.some((subject) => isSameSubject(subject, entry.subject));
      if (isUndoable(entry) && entry.subject !== null) seen.push(entry.subject);
      return isUndoable(entry) && entry.check !== null && isLatest && !known.current.has(entry.key);
    });
    const askAll = async (): Promise<void> => {
      for (const { key, check } of asked.slice(0, MAX_CHECKS)) {
        if (isOver || check == null) return;
        try {
          const reason = await check();
          known.current.add(key);
          setReasons((before) => new Map(before).set(key, reason));
        } catch {
          // Not known: whoever undoes it will see.
        }
      }
    };
    void askAll();
    return () => {
      isOver = true;
    };
  }, [length]);
  return reasons;
}
