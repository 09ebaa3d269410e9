import { createAtom, useSelector } from '@tanstack/react-store';
import { useWriteAccess } from '#src/api/write-access.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { Button } from '#src/ui/button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { NewTicketFor } from './form-values.ts';

/** Apart from the form's texts: the button is there before anything of the form is. */
export const messages = defineMessages({ title: 'New ticket' });

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

/** The form with its packages; `preload` when it is about to be opened. */
export const NewTicketDrawerPart = lazyPart(async () => (await import('./new-ticket-drawer.tsx')).NewTicketDrawer);

/** At the end of the inbox's header; a plus alone on phones. */
export function NewTicketButton() {
  return (
    <Button
      variant="primary"
      icon="plus"
      className="max-md:w-control max-md:px-0"
      disabledReason={useWriteAccess('tickets:write').reason}
      aria-haspopup="dialog"
      onPointerEnter={NewTicketDrawerPart.preload}
      onFocus={NewTicketDrawerPart.preload}
      onClick={() => showNewTicket()}
    >
      <span className="max-md:sr-only">{messages.title}</span>
    </Button>
  );
}
