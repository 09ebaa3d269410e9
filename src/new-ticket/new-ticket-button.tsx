import { useWriteAccess } from '#src/api/write-access.ts';
import { Button } from '#src/ui/button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { messages } from './button-messages.ts';
import { showNewTicket } from './new-ticket-store.ts';

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
