import { useSyncExternalStore } from 'react';

const STEP_MS = 30_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;
const listeners = new Set<() => void>();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (timer === null) {
    now = Date.now();
    timer = setInterval(tick, STEP_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** The time in ms since 1970, the same for everything on the page, moved on every half minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
