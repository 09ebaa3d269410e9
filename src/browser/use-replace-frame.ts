import { useLayoutEffect } from 'react';

/** Removes the document's static frame before the first paint of the component. */
export function useReplaceFrame(): void {
  useLayoutEffect(() => {
    document.getElementById('frame')?.remove();
    delete document.documentElement.dataset['frame'];
  }, []);
}
