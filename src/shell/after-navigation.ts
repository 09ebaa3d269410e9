import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

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

/** Says what of the address means nothing, and takes it away. */
export function useIgnoredNotice(): void {
  const ignored = useRouterState({ select: (state) => state.resolvedLocation?.search.ignored });
  const navigate = useNavigate();
  useEffect(() => {
    if (ignored === undefined) return;
    toast({ kind: 'info', text: messages.ignored(ignored) });
    void navigate({
      to: '.',
      search: (search) => ({ ...search, ignored: undefined }),
      replace: true,
      resetScroll: false,
      state: true,
    });
  }, [ignored, navigate]);
}
