import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';

const STEP_MS = 30_000;
const nowAtom = createAtom(Date.now());
let timer: ReturnType<typeof setInterval> | undefined;
let users = 0;

/** The time in ms since 1970, the same for everything on the page, moved on every half minute. */
export function useNow(): number {
  useEffect(startClock, []);
  return useSelector(nowAtom);
}

function startClock(): () => void {
  users += 1;
  if (users === 1) {
    tick();
    timer = setInterval(tick, STEP_MS);
  }
  return () => {
    users -= 1;
    if (users === 0) clearInterval(timer);
  };
}

function tick(): void {
  nowAtom.set(Date.now());
}
