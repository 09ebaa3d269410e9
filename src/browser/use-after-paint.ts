import { useEffect, useState } from 'react';

const LATEST_MS = 1_500;

/** True from the first idle moment after `isReady`: for what the first sight of a page can do without. */
export function useAfterPaint(isReady: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    if (!isReady || isIdle) return undefined;
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(() => setIsIdle(true), LATEST_MS);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setIsIdle(true), { timeout: LATEST_MS });
    return () => cancelIdleCallback(handle);
  }, [isReady, isIdle]);
  return isIdle;
}
