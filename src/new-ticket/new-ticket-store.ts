import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

/** Opens the form over whatever page is shown. */
export function showNewTicket(): void {
  set(true);
}

export function hideNewTicket(): void {
  set(false);
}

function set(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

export function useNewTicketOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );
}
