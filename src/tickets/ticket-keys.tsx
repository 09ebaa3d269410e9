import { useEffect, useRef } from 'react';
import type { TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { changeTicket } from '#src/ticket-edit/update/change-ticket.ts';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import { toggleStar } from '#src/ticket-edit/stars.ts';
import { offerTicketTarget } from '#src/ticket-edit/ticket-target.ts';
import { undoLast } from '#src/undo/undo.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { copyLink, setStatus } from './ticket-verbs.ts';
import { useFieldPicker } from './use-field-picker.tsx';

/** One key a verb, and the ticket for those of the palette, where no list has them. @param ticket as the service has it */
export function TicketKeys({ ticket }: { readonly ticket: TicketDetail }) {
  const whoami = useWhoami();
  const { reason } = useWriteAccess('tickets:write');
  const { pick: open, picker } = useFieldPicker(ticket);
  const { verbs, keys } = messages;
  const can = { tags: hasExtension(whoami, 'ticket_comments'), snooze: hasExtension(whoami, 'agents') };
  const labelled = (label: string, when = true) => ({ label, group: keys.group, when });

  const status = (to: TicketStatus) => setStatus(ticket, to, reason);
  function pick(field: PickerField): void {
    const anchor = document.querySelector<HTMLElement>(`[data-field="${field}"]`);
    if (reason === undefined) open(field, anchor ?? document.querySelector<HTMLElement>('[data-ticket-head]'));
    else toast({ kind: 'info', text: reason });
  }
  useShortcut('e', () => status('resolved'), labelled(verbs.resolve));
  useShortcut('shift+e', () => status('closed'), labelled(verbs.close));
  useShortcut('p', () => status('pending'), labelled(verbs.pending));
  useShortcut('o', () => status('open'), labelled(verbs.open));
  useShortcut('a', () => pick('assignee'), labelled(verbs.assign));
  useShortcut('shift+p', () => pick('priority'), labelled(verbs.priority));
  useShortcut('t', () => pick('tags'), labelled(verbs.tags, can.tags));
  useShortcut('z', () => pick('snooze'), labelled(verbs.snooze, can.snooze));
  useShortcut('l', () => void copyLink(ticket), labelled(messages.copyLink));
  useShortcut('shift+s', () => void toggleStar(ticket.ticket_number), labelled(messages.star));
  useShortcut('mod+z', undoLast, { ...labelled(verbs.undo), inFields: false });

  const latest = useRef({ ticket, pick });
  useEffect(() => {
    latest.current = { ticket, pick };
  });
  useEffect(
    () =>
      offerTicketTarget(() => ({
        tickets: [latest.current.ticket],
        selected: null,
        hasNext: false,
        apply: (patch) => changeTicket(latest.current.ticket, patch),
        pick: (field) => latest.current.pick(field),
      })),
    [],
  );
  return picker;
}
