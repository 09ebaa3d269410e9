import { useEffect, useLayoutEffect, type RefObject } from 'react';

/** Makes a field as high as its text; its style says how high it may be. */
export function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const area = field.current;
    if (area === null) return;
    area.style.height = text === '' ? '' : 'auto';
    // Measuring makes the browser lay out the page at once.
    if (text === '') return;
    area.style.height = `${area.scrollHeight}px`;
  }, [field, text]);
}

/** Lets the browser ask before the page is left. */
export function useLeaveWarning(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAsked]);
}
