import { type RefCallback, useCallback } from 'react';
import { liftToasts } from './toast-store.ts';

/** Where the toasts end, from the start of the window: see `toaster.tsx`. */
const TOASTS_END_PX = 388;

/**
 * For the ref of a part at the bottom of the page: toasts that would cover it go above, so that its buttons stay in reach.
 * Beside an open sidebar, which has them to itself, styles leave it out: collapsing one does not ask here.
 */
export function useToastLift(): RefCallback<HTMLElement> {
  return useCallback((element) => {
    if (element === null) return;
    const watch = new ResizeObserver(() => {
      const { top, left, right } = element.getBoundingClientRect();
      const start = document.dir === 'rtl' ? innerWidth - right : left;
      liftToasts(element, start < TOASTS_END_PX ? innerHeight - top : 0);
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      liftToasts(element, 0);
    };
  }, []);
}
