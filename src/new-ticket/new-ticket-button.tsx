import { createAtom, useSelector } from '@tanstack/react-store';
import { useWriteAccess } from '#src/api/write-access.ts';
import { Button } from '#src/ui/button.tsx';
import type { NewTicketFor } from './form-values.ts';
import { messages } from './messages.ts';

/** Null while the form is closed. */
const asked = createAtom<NewTicketFor | null>(null);

/** Opens the form over the current page, with the known details of the requester. */
export function showNewTicket(requester: NewTicketFor = {}): void {
  asked.set(requester);
}

export function hideNewTicket(): void {
  asked.set(null);
}

/** The requester of the open form; null while it is closed. */
export function useNewTicketFor(): NewTicketFor | null {
  return useSelector(asked);
}

/** In the inbox's header; on phones only a plus. */
export function NewTicketButton() {
  return (
    <Button
      variant="primary"
      icon="plus"
      className="max-md:w-control max-md:px-0"
      disabledReason={useWriteAccess('tickets:write').reason}
      aria-haspopup="dialog"
      onClick={() => showNewTicket()}
    >
      <span className="max-md:sr-only">{messages.title}</span>
    </Button>
  );
}
