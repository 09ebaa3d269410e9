import { useLocation } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useRef } from 'react';
import { useWriteAccess } from '#src/api/write-access.ts';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { NewTicketDrawerPart } from './new-ticket-button.tsx';
import { messages } from './messages.ts';
import { hideNewTicket, showNewTicket, useNewTicketFor } from './new-ticket-store.ts';

/** Key, command and form of a new ticket, on every page. */
export function NewTicketHost({ onOpenTicket }: { readonly onOpenTicket: (id: bigint) => void }) {
  const requester = useNewTicketFor();
  const { reason } = useWriteAccess('tickets:write');

  const run = useCallback(() => {
    if (reason === undefined) showNewTicket();
    else toast({ kind: 'info', text: reason });
  }, [reason]);

  useEffect(() => {
    const disabled = reason === undefined ? {} : { disabledReason: reason };
    return registerCommand({
      id: 'new-ticket',
      group: 'go',
      label: messages.title,
      icon: 'plus',
      kbd: 'c',
      run,
      ...disabled,
    });
  }, [reason, run]);

  useShortcut('c', run, { label: messages.title, group: messages.everywhere, isFrame: true });

  // Another page, or signed out: the next person here did not open it.
  const { pathname } = useLocation();
  const openedOn = useRef(pathname);
  useEffect(() => {
    if (openedOn.current !== pathname) hideNewTicket();
    openedOn.current = pathname;
  }, [pathname]);
  useEffect(() => hideNewTicket, []);

  if (requester === null) return null;
  return (
    <Suspense fallback={null}>
      <NewTicketDrawerPart requester={requester} onClose={hideNewTicket} onOpenTicket={onOpenTicket} />
    </Suspense>
  );
}
