import { useEffect, useRef } from 'react';

/** Who scrolls past more rows than this between two frames reads none of them, until scrolling ends. */
const FLYING_ROWS = 20;
const REST_MS = 60;
/** Who scrolls finds so many rows more below: they need not be drawn twice, empty and full. */
const AHEAD_ROWS = 20;

/** Fetches rows in sight, and a little ahead while somebody scrolls, not rows that fly past. */
export function useShownRows(show: (from: number, to: number) => void, from: number, to: number): void {
  const shownFrom = useRef(0);
  useEffect(() => {
    const passed = Math.abs(from - shownFrom.current);
    shownFrom.current = from;
    if (passed <= FLYING_ROWS) return show(from, passed === 0 ? to : to + AHEAD_ROWS);
    const timer = setTimeout(() => show(from, to), REST_MS);
    return () => clearTimeout(timer);
  }, [show, from, to]);
}
