import { useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { storage } from '#src/browser/storage.ts';

const PACE = 'queue-pace';
/** The last tickets say how fast this person is. */
const MAX_SAMPLES = 40;
const MIN_SAMPLES = 3;
/** A longer stay was an absence. */
const MAX_MS = 20 * 60_000;
/** A shorter one was paging through. */
const MIN_MS = 500;

/** The time spent on the last tickets, in ms, oldest first. */
export type Pace = readonly number[];

const Stored = z.array(z.number());

export function addSample(pace: Pace, spentMs: number): Pace {
  if (spentMs < MIN_MS) return pace;
  return [...pace, Math.min(Math.round(spentMs), MAX_MS)].slice(-MAX_SAMPLES);
}

/** How long `left` tickets take at this person's own pace (the median), in ms; null until enough is known. */
export function timeLeft(pace: Pace, left: number): number | null {
  if (pace.length < MIN_SAMPLES) return null;
  const sorted = pace.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
  return median * left;
}

/** Stored on this device: it holds no word of a ticket. */
function readPace(): Pace {
  try {
    return Stored.safeParse(JSON.parse(storage.device.get(PACE) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}

/**
 * Measures how long each ticket is in sight; a tab in the background does not count.
 * @param currentId begins anew with each ticket
 * @returns the pace, and what ends the measure of a ticket that is done
 */
export function usePace(currentId: string | null): readonly [Pace, () => void] {
  const [pace, setPace] = useState(readPace);
  const clock = useRef({ spentMs: 0, sinceMs: 0 });
  useEffect(() => {
    clock.current = { spentMs: 0, sinceMs: performance.now() };
  }, [currentId]);
  useEffect(() => {
    const onChange = (): void => {
      const now = performance.now();
      if (document.hidden) clock.current.spentMs += now - clock.current.sinceMs;
      clock.current.sinceMs = now;
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  const record = useCallback(() => {
    const { spentMs, sinceMs } = clock.current;
    const next = addSample(readPace(), spentMs + performance.now() - sinceMs);
    storage.device.set(PACE, JSON.stringify(next));
    setPace(next);
  }, []);
  return [pace, record];
}
