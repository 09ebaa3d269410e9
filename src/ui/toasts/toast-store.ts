export interface Toast {
  readonly id: number;
  /** `done`, `info` and `wait` go after 5 s or `stayMs`; an error stays until it is closed. */
  readonly kind: 'done' | 'info' | 'wait' | 'error';
  readonly text: string;
  readonly requestId?: string | null | undefined;
  readonly action?: { readonly label: string; readonly kbd?: string; readonly run: () => void } | undefined;
  readonly stayMs?: number;
}

const MOST = 3;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * One line and at most one action, at the bottom of the window. The oldest makes room for a fourth, errors last; the same
 * words again take the place of those that are still there. Answers the toast's id.
 */
export function toast(input: Omit<Toast, 'id'>): number {
  lastId += 1;
  const others = toasts.filter(({ kind, text }) => kind !== input.kind || text !== input.text);
  const next = [...others, { ...input, id: lastId }];
  while (next.length > MOST) {
    const oldest = next.findIndex((item) => item.kind !== 'error');
    next.splice(Math.max(oldest, 0), 1);
  }
  set(next);
  return lastId;
}

export function closeToast(id: number): void {
  set(toasts.filter((item) => item.id !== id));
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
