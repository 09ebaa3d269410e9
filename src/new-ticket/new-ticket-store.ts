import { createAtom, useSelector } from '@tanstack/react-store';

const isOpen = createAtom(false);

/** Opens the form over whatever page is shown. */
export function showNewTicket(): void {
  isOpen.set(true);
}

export function hideNewTicket(): void {
  isOpen.set(false);
}

export function useNewTicketOpen(): boolean {
  return useSelector(isOpen);
}
