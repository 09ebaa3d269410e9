import { createAtom } from '@tanstack/react-store';

export interface Toast {
  readonly id: number;
  /** `done`, `info` and `wait` go after 5 s or `stayMs`; an error stays until it is closed. */
  readonly kind: 'done' | 'info' | 'wait' | 'error';
  readonly text: string;
  readonly requestId?: string | null | undefined;
  readonly action?: { readonly label: string; readonly kbd?: string; readonly run: () => void } | undefined;
  readonly stayMs?: number;
}

const MAX_TOASTS = 3;
let lastId = 0;

/** What is on screen, oldest first. */
export const toastsAtom = createAtom<readonly Toast[]>([]);

/**
 * One line and at most one action, at the bottom of the window. The oldest makes room for a fourth, errors last; the
 * same words again replace those that are still there. Answers the toast's id.
 */
export function toast(input: Omit<Toast, 'id'>): number {
  lastId += 1;
  const others = toastsAtom.get().filter(({ kind, text }) => kind !== input.kind || text !== input.text);
  const next = [...others, { ...input, id: lastId }];
  while (next.length > MAX_TOASTS) {
    const oldest = next.findIndex((item) => item.kind !== 'error');
    next.splice(Math.max(oldest, 0), 1);
  }
  toastsAtom.set(next);
  return lastId;
}

export function closeToast(id: number): void {
  toastsAtom.set((toasts) => toasts.filter((item) => item.id !== id));
}
