import { useCallback, type RefCallback } from 'react';

/** For the ref of a part at the bottom of a phone: toasts go above it, so that its buttons stay in reach. */
export function useToastLift(isPhone: boolean): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      if (element === null || !isPhone) return;
      const { style } = document.documentElement;
      const watch = new ResizeObserver(() =>
        style.setProperty('--toast-lift', `${innerHeight - element.getBoundingClientRect().top}px`),
      );
      watch.observe(element);
      return () => {
        watch.disconnect();
        style.removeProperty('--toast-lift');
      };
    },
    [isPhone],
  );
}
