import { useWriteAccess } from '#src/api/write-access.ts';
import { useLeavingPage } from '#src/browser/use-leaving-page.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useOfferedCommands } from '#src/ui/offered-commands.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { hideNewTicket, showNewTicket, useNewTicketFor } from './new-ticket-button.tsx';
import { NewTicketDrawer } from './new-ticket-drawer.tsx';

/** Key, command and form of a new ticket, on every page. */
export function NewTicketHost({ onOpenTicket }: { readonly onOpenTicket: (id: bigint) => void }) {
  const requester = useNewTicketFor();
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
