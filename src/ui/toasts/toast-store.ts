import { createAtom } from '@tanstack/react-store';
import { type RefCallback, useCallback } from 'react';

interface ToastAction {
  readonly label: string;
  readonly kbd?: string;
  readonly run: () => void;
}

export interface Toast {
  readonly id: number;
  /** `done`, `info` and `wait` go after 5 s or `stayMs`; an error stays until it is closed. */
  readonly kind: 'done' | 'info' | 'wait' | 'error';
  readonly text: string;
  readonly requestId?: string | null | undefined;
  readonly action?: ToastAction | undefined;
  /** A second one behind it, such as the way to what was made. */
  readonly also?: ToastAction | undefined;
  readonly stayMs?: number;
}

const MAX_ERRORS = 3;
let lastId = 0;

/** Toasts on screen, oldest first. */
export const toastsAtom = createAtom<readonly Toast[]>([]);

/**
 * One line and at most two actions, at the bottom of the window. Only the newest toast that is no error is shown, and
 * up to three errors.
 */
export function toast(input: Omit<Toast, 'id'>): number {
  lastId += 1;
  const added = { ...input, id: lastId };
  const errors = toastsAtom
    .get()
    .filter(({ kind, text }) => kind === 'error' && (input.kind !== 'error' || text !== input.text));
  if (added.kind === 'error') {
    const other = toastsAtom.get().filter(({ kind }) => kind !== 'error');
    toastsAtom.set([...[...errors, added].slice(-MAX_ERRORS), ...other]);
  } else {
    toastsAtom.set([...errors, added]);
  }
  return lastId;
}

export function closeToast(id: number): void {
  toastsAtom.set((toasts) => toasts.filter((item) => item.id !== id));
}

/** The height of the toasts above the bottom of the window, in px; 0 is the default place. */
export const toastLift = createAtom(0);

const lifts = new Map<object, number>();

/** Lifts the toasts above a part at the bottom of the window. @param px its height from the bottom; 0 when it is gone */
function liftToasts(part: object, px: number): void {
  if (px === 0) lifts.delete(part);
  else lifts.set(part, px);
  toastLift.set(Math.max(0, ...lifts.values()));
}

/** The end of the toasts, from the start of the window: see `toaster.tsx`. */
const TOASTS_END_PX = 388;

/**
 * The ref of a part at the bottom of the page: toasts that would cover it go above, so that its buttons stay in reach. With an
 * open sidebar, which has room for the toasts, the styles ignore it.
 */
export function useToastLift(): RefCallback<HTMLElement> {
  return useCallback((element) => {
    if (element === null) return;
    const watch = new ResizeObserver(() => {
      const { top, left, right } = element.getBoundingClientRect();
      const start = document.dir === 'rtl' ? innerWidth - right : left;
      liftToasts(element, start < TOASTS_END_PX ? innerHeight - top : 0);
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      liftToasts(element, 0);
    };
  }, []);
}
