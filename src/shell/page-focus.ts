import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * After a change of page the focus goes to its heading, unless the page has put it somewhere itself. The first page
 * of a visit is left to the browser.
 */
export function usePageFocus(): void {
  // The resolved one: while the next page loads, the heading on screen is still that of the page before.
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef(pathname);
  useEffect(() => {
    const isFirst = before.current === undefined;
    if (before.current === pathname) return;
    before.current = pathname;
    if (isFirst) return;
    const main = document.querySelector<HTMLElement>('#root main');
    if (main === null || main.contains(document.activeElement)) return;
    (main.querySelector<HTMLElement>('h1') ?? main).focus({ preventScroll: true });
  }, [pathname]);
}
