import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Shows a dialog element as modal while it is mounted, and gives the focus back to where it was, both before the next key. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    // A dialog that leaves the page without close() does not give the focus back.
    const before = document.activeElement;
    if (element?.isConnected && !element.open) element.showModal();
    return () => {
      element?.close();
      giveBack(before);
    };
  }, []);
  return dialog;
}

/** Where the focus was before a dialog that left while another one, which it had opened, still covered the page. */
let missed: Element | null = null;

function giveBack(before: Element | null): void {
  for (const element of [before, missed]) {
    if (!(element instanceof HTMLElement) || !element.isConnected) continue;
    const target = rowNow(element);
    target.focus({ preventScroll: true });
    if (document.activeElement !== target) continue;
    missed = null;
    return;
  }
  missed = document.querySelector('dialog:modal') === null ? null : before;
}

/** The element; of a row of a list the row that the keys are on now: rows move meanwhile, and their elements do not. */
export function rowNow(element: HTMLElement): HTMLElement {
  if (element.dataset['row'] === undefined || element.tabIndex === 0) return element;
  return element.closest('[data-scroller]')?.querySelector<HTMLElement>('[data-row][tabindex="0"]') ?? element;
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
