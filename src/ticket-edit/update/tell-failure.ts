import { messages } from '#src/ticket-edit/messages.ts';
import { ticketOpener } from '#src/ticket-edit/open-ticket.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { UndoneTicket } from './undone-ticket.ts';

/** Says that a change was not saved: its row or its ticket show why. Where the keys have gone on, a toast leads there. */
export function tellFailure({ id, number }: UndoneTicket, text: string): void {
  if (isInSight(id, number)) announce(text, 'assertive');
  else toast({ kind: 'error', text, action: { label: messages.open, run: () => ticketOpener.current?.(id) } });
}

function isInSight(id: bigint, number: number): boolean {
  const places = document.querySelectorAll(`[data-row] a[href$="/tickets/${id}"], [data-ticket-head="${number}"]`);
  return [...places].some((place) => {
    const { x, y, width, height } = place.getBoundingClientRect();
    return place.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
}
