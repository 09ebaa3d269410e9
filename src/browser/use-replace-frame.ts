import { useLayoutEffect } from 'react';

/** Takes the document's own frame away, before the paint in which what calls this stands in its place. */
export function useReplaceFrame(): void {
  useLayoutEffect(() => {
    document.getElementById('frame')?.remove();
    delete document.documentElement.dataset['frame'];
  }, []);
}
