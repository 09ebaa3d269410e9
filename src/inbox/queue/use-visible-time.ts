import { useEffect, useMemo, useRef, useState } from 'react';
import type { Pace } from './queue-pace.ts';
import { readPace, recordPace } from './queue-store.ts';

/** How long a ticket is in sight, for this person's pace. A tab in the background does not count. */
export function useVisibleTime() {
  const [pace, setPace] = useState<Pace>(readPace);
  const clock = useRef({ spentMs: 0, sinceMs: performance.now() });
  useEffect(() => {
    const onChange = (): void => {
      const now = performance.now();
      if (document.hidden) clock.current.spentMs += now - clock.current.sinceMs;
      clock.current.sinceMs = now;
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  const acts = useMemo(
    () => ({
      restart: () => {
        clock.current = { spentMs: 0, sinceMs: performance.now() };
      },
      record: () => {
        const { spentMs, sinceMs } = clock.current;
        setPace(recordPace(spentMs + performance.now() - sinceMs));
      },
    }),
    [],
  );
  return { acts, pace };
}
