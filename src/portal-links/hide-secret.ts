import { useEffect, useRef, useState } from 'react';

const SHOWN_MS = 120_000;
/** How long the tab may stay in the background. */
const AWAY_MS = 60_000;
const TICK_MS = 1_000;

/**
 * Hides a secret after two minutes without use, after a minute in which the tab was not looked at, and when the page
 * is left. @returns the whole seconds left, and what begins the two minutes anew
 */
export function useHide(isShown: boolean, onHide: () => void): { readonly left: number; readonly keep: () => void } {
  const [left, setLeft] = useState(SHOWN_MS / 1_000);
  const until = useRef(0);
  const hide = useRef(onHide);
  useEffect(() => {
    hide.current = onHide;
  });
  useEffect(() => {
    if (!isShown) return;
    let awayAt: number | null = document.hidden ? Date.now() : null;
    until.current = Date.now() + SHOWN_MS;
    const check = (): void => {
      const now = Date.now();
      setLeft(Math.max(0, Math.ceil((until.current - now) / 1_000)));
      if (now >= until.current || (awayAt !== null && now - awayAt >= AWAY_MS)) hide.current();
    };
    const onVisibility = (): void => {
      // A tab in the background may have slept through its ticks.
      check();
      awayAt = document.hidden ? Date.now() : null;
    };
    const leave = (): void => hide.current();
    const use = (): void => {
      until.current = Date.now() + SHOWN_MS;
    };
    const timer = setInterval(check, TICK_MS);
    addEventListener('pointerdown', use);
    addEventListener('keydown', use);
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      removeEventListener('pointerdown', use);
      removeEventListener('keydown', use);
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pagehide', leave);
    };
  }, [isShown]);
  const keep = (): void => {
    until.current = Date.now() + SHOWN_MS;
    setLeft(SHOWN_MS / 1_000);
  };
  return { left, keep };
}
