import { createAtom, useSelector } from '@tanstack/react-store';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useLeavingPage } from '#src/browser/use-leaving-page.ts';
import { Button } from '#src/ui/button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useOfferedCommands } from '#src/ui/offered-commands.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { NewTicketDrawer, type NewTicketFor } from './new-ticket-drawer.tsx';

/** The requester of the open form; null while it is closed. */
const requesterAtom = createAtom<NewTicketFor | null>(null);

/** Opens the form over the current page, with the known details of the requester. */
export function showNewTicket(requester: NewTicketFor = {}): void {
  requesterAtom.set(requester);
}

function hideNewTicket(): void {
  requesterAtom.set(null);
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

/** Key, command and form of a new ticket, on every page. */
export function NewTicketHost({ onOpenTicket }: { readonly onOpenTicket: (id: bigint) => void }) {
  const requester = useSelector(requesterAtom);
  const { reason: disabledReason } = useWriteAccess('tickets:write');
  const { title: label, everywhere: group } = messages;
  const run = (): void => {
    if (disabledReason === undefined) showNewTicket();
    else toast({ kind: 'info', text: disabledReason });
  };
  useOfferedCommands([{ id: 'new-ticket', group: 'go', label, icon: 'plus', kbd: 'c', run, disabledReason }]);
  useShortcut('c', run, { label, group, isFrame: true });
  useLeavingPage(hideNewTicket);
  if (requester === null) return null;
  return <NewTicketDrawer requester={requester} onClose={hideNewTicket} onOpenTicket={onOpenTicket} />;
}
