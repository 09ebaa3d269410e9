import { useEffect, useRef, type RefObject } from 'react';

/** Shows a dialog element as modal while it is mounted, and gives the focus back to where it was. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    // A dialog that leaves the page without close() does not give the focus back.
    const before = document.activeElement;
    if (element?.isConnected && !element.open) element.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}

/** The backdrop belongs to the dialog element: a press outside its box is on the backdrop. */
export function isOnBackdrop(event: {
  target: EventTarget;
  currentTarget: Element;
  clientX: number;
  clientY: number;
}): boolean {
  if (event.target !== event.currentTarget) return false;
  const box = event.currentTarget.getBoundingClientRect();
  const insideX = event.clientX >= box.left && event.clientX <= box.right;
  return !(insideX && event.clientY >= box.top && event.clientY <= box.bottom);
}
