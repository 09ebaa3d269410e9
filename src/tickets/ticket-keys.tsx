import { useEffect, useRef } from 'react';
import type { TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { changeTicket } from '#src/ticket-edit/update/change-ticket.ts';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import { toggleStar } from '#src/ticket-edit/stars/stars.ts';
import { undoLast } from '#src/ticket-edit/undo.ts';
import { registerCommand, type Command } from '#src/ui/keys/commands.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { copyLink, setStatus } from './ticket-verbs.ts';
import { useFieldPicker } from './use-field-picker.tsx';

/** One key a verb, and the same verbs in the palette, where no list has them. @param ticket as the service has it */
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
  useShortcut('mod+z', () => void undoLast(), { ...labelled(verbs.undo), inFields: false });

  const latest = useRef({ ticket, status, pick });
  useEffect(() => {
    latest.current = { ticket, status, pick };
  });
  const context = messages.number(String(ticket.ticket_number));
  const me = whoami.agent_id ?? null;
  const { tags: canTag, snooze: canSnooze } = can;
  useEffect(() => {
    const set = (to: TicketStatus) => () => latest.current.status(to);
    // The palette gives the focus back first: the picker stands at what has it then.
    const choose = (field: PickerField) => () => setTimeout(() => latest.current.pick(field));
    const assignMe = () =>
      me === null ? undefined : changeTicket(latest.current.ticket, { assignee: { id: me, name: whoami.label } });
    const lines: readonly (readonly [string, string, string | null, () => void, boolean])[] = [
      ['resolve', verbs.resolve, 'e', set('resolved'), true],
      ['pending', verbs.pending, 'p', set('pending'), true],
      ['open', verbs.open, 'o', set('open'), true],
      ['close', verbs.close, 'shift+e', set('closed'), true],
      ['assign', verbs.assign, 'a', choose('assignee'), true],
      ['assign-me', verbs.assignMe, null, assignMe, me !== null],
      ['priority', verbs.priority, 'shift+p', choose('priority'), true],
      ['tags', verbs.tags, 't', choose('tags'), canTag],
      ['snooze', verbs.snooze, 'z', choose('snooze'), canSnooze],
      ['copy-link', messages.copyLink, 'l', () => void copyLink(latest.current.ticket), true],
      ['undo', verbs.undo, 'mod+z', () => void undoLast(), true],
    ];
    const registered = lines
      .filter(([, , , , isThere]) => isThere)
      .map(([id, label, kbd, run]): Command => {
        const command = { id: `ticket.${id}`, group: 'ticket', label, context, run } as const;
        return kbd === null ? command : { ...command, kbd };
      })
      .map(registerCommand);
    return () => {
      for (const unregister of registered) unregister();
    };
  }, [context, me, whoami.label, canTag, canSnooze, verbs]);
  return picker;
}
