import { useEffect } from 'react';

/** Keeps the screen on while the page is seen, where the browser lets it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const hold = async (): Promise<void> => {
      // The browser takes it away from a page that is hidden. Plain http has none.
      if (document.hidden || isOver || !('wakeLock' in navigator)) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch {
        // Such as on a low battery: the screen goes off as it always did.
      }
    };
    const onChange = () => void hold();
    onChange();
    document.addEventListener('visibilitychange', onChange);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onChange);
      void lock?.release();
    };
  }, []);
}
