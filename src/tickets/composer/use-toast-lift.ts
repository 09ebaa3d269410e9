import { useCallback, type RefCallback } from 'react';

/** Where the toasts end, from the start of the window: see `toaster.tsx`. */
const TOASTS_END_PX = 376;

/** For the ref of a part at the bottom of the page: toasts that would cover it go above, so that its buttons stay in reach. */
export function useToastLift(): RefCallback<HTMLElement> {
  return useCallback((element) => {
    if (element === null) return;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => {
      const { top, left, right } = element.getBoundingClientRect();
      const isRtl = getComputedStyle(element).direction === 'rtl';
      const isUnder = isRtl ? innerWidth - right < TOASTS_END_PX : left < TOASTS_END_PX;
      if (isUnder) style.setProperty('--toast-lift', `${innerHeight - top}px`);
      else style.removeProperty('--toast-lift');
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      style.removeProperty('--toast-lift');
    };
  }, []);
}
