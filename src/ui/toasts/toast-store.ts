import { createAtom } from '@tanstack/react-store';

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
 * One line and at most two actions, at the bottom of the window. Only the newest that is no error stands there: the one
 * before makes room. Up to three errors stay beside it; the same words again replace those that are still there. Answers
 * the toast's id.
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

/** How far above the foot of the window the toasts stand, in px; 0: where they stand by themselves. */
export const toastLift = createAtom(0);

const lifts = new Map<object, number>();

/**
 * So that they leave the buttons of a part at the foot of the page free; above the highest of several.
 * @param px from the foot of the window; 0: this part needs nothing any more
 */
export function liftToasts(part: object, px: number): void {
  if (px === 0) lifts.delete(part);
  else lifts.set(part, px);
  toastLift.set(Math.max(0, ...lifts.values()));
}
