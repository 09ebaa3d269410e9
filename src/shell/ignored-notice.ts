import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

/** Says what of the address means nothing, and takes it away. */
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
