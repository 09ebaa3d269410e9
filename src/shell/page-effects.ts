import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

/** Reports unsupported parts of the address, and removes them. */
export function useIgnoredNotice(): void {
  const ignored = useRouterState({ select: (state) => state.resolvedLocation?.search.ignored });
  const navigate = useNavigate();
  useEffect(() => {
    if (ignored === undefined) return;
    toast({ kind: 'info', text: messages.ignored(ignored.split(/, (?=[a-z_]+=)/).length) });
    void navigate({
      to: '.',
      search: (search) => ({ ...search, ignored: undefined }),
      replace: true,
      resetScroll: false,
      state: true,
    });
  }, [ignored, navigate]);
}

/**
 * Moves the focus to the heading after a change of page, unless the page has set it. The browser decides on the first page.
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
