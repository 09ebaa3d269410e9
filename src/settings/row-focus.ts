import { useEffect, useRef } from 'react';

/** Focuses the first row when a dialog closes whose own row has left the table, and the focus with it. */
export function useRowFocus(isDialogOpen: boolean): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isDialogOpen && wasOpen.current && document.activeElement === document.body) focusFirstRow();
    wasOpen.current = isDialogOpen;
  }, [isDialogOpen]);
}

export function focusFirstRow(): void {
  document.querySelector<HTMLElement>('tr[data-row] button')?.focus();
}
