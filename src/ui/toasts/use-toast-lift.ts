import { type RefCallback, useCallback } from 'react';
import { liftToasts } from './toast-store.ts';

/** Where the toasts end, from the start of the window: see `toaster.tsx`. */
const TOASTS_END_PX = 388;

/** For the ref of a part at the bottom of the page: toasts that would cover it go above, so that its buttons stay in reach. A sidebar has them to itself. */
export function useToastLift(): RefCallback<HTMLElement> {
  return useCallback((element) => {
    if (element === null) return;
    const watch = new ResizeObserver(() => {
      const { top, left, right } = element.getBoundingClientRect();
      const isRtl = getComputedStyle(element).direction === 'rtl';
      const isUnder =
        document.querySelector('.shell[data-sidebar]') === null &&
        (isRtl ? innerWidth - right < TOASTS_END_PX : left < TOASTS_END_PX);
      liftToasts(element, isUnder ? innerHeight - top : null);
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      liftToasts(element, null);
    };
  }, []);
}
