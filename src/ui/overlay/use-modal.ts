import { type FocusEvent, useLayoutEffect, useRef, type RefObject } from 'react';

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

/**
 * Shows a popover over the page while it is mounted, for what opens at every other key: a modal dialog makes the page inert,
 * for which the browser styles each of its elements anew, and once more when it closes (docs/decisions/0044-the-palette-is-a-popover.md).
 * The page gets neither keys (`data-layer`) nor the focus; the popover covers it for the pointer.
 */
export function useCover(): {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly popover: 'manual';
  readonly 'data-layer': '';
  readonly onBlur: (event: FocusEvent<HTMLDivElement>) => void;
} {
  const cover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = cover.current;
    const before = document.activeElement;
    element?.showPopover();
    element?.querySelector('input')?.focus({ preventScroll: true });
    return () => {
      element?.hidePopover();
      giveBack(before);
    };
  }, []);
  return {
    ref: cover,
    popover: 'manual',
    'data-layer': '',
    // What the page does meanwhile may take the focus; a dialog above this one keeps it, since this is inert then.
    onBlur({ currentTarget, target, relatedTarget }) {
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) target.focus({ preventScroll: true });
    },
  };
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
