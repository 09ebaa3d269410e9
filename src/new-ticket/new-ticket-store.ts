import { createAtom, useSelector } from '@tanstack/react-store';

/** Who asks, where the page that opens the form knows it. */
export interface NewTicketFor {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
}

/** Null while the form is closed. */
const asked = createAtom<NewTicketFor | null>(null);

/** Opens the form over whatever page is shown, with what is known of the requester. */
export function showNewTicket(requester: NewTicketFor = {}): void {
  asked.set(requester);
}

export function hideNewTicket(): void {
  asked.set(null);
}

/** For whom the form is open; null while it is closed. */
export function useNewTicketFor(): NewTicketFor | null {
  return useSelector(asked);
}
