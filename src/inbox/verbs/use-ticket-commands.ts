import { useEffect, useRef } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import { undoLast } from '#src/ticket-edit/undo.ts';
import { registerCommand, type Command } from '#src/ui/keys/commands.ts';
import { copyTicketLink } from './copy-ticket-link.ts';
import { messages } from '#src/ticket-edit/verb-messages.ts';

interface TicketCommands {
  readonly apply: (patch: TicketPatch, goesOn: boolean) => void;
  readonly pick: (field: PickerField) => void;
  readonly one: () => Ticket | undefined;
  /** How many tickets are selected; 0 for the current one. */
  readonly count: number;
}

/** The verbs in the palette, for the selection or the current ticket. */
export function useTicketCommands(given: TicketCommands): void {
  const whoami = useWhoami();
  const me = whoami.agent_id ?? null;
  const canTag = hasExtension(whoami, 'ticket_comments');
  const canSnooze = hasExtension(whoami, 'agents');
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  const ticket = given.one();
  const { count } = given;
  const context =
    count > 0
      ? messages.selected(count, formatCount(count))
      : ticket === undefined
        ? null
        : messages.number(String(ticket.ticket_number));
  useEffect(() => {
    if (context === null) return undefined;
    const { verbs } = messages;
    const apply = (patch: TicketPatch, goesOn: boolean) => () => latest.current.apply(patch, goesOn);
    // The palette gives the focus back first: the picker stands at what has it then.
    const pick = (field: PickerField) => () => setTimeout(() => latest.current.pick(field));
    const command = (id: string, label: string, kbd: string | null, run: () => void): Command => ({
      id: `ticket.${id}`,
      group: 'ticket',
      label,
      context,
      ...(kbd === null ? {} : { kbd }),
      run,
    });
    const commands = [
      command('resolve', verbs.resolve, 'e', apply({ status: 'resolved' }, true)),
      command('pending', verbs.pending, 'p', apply({ status: 'pending' }, true)),
      command('open', verbs.open, 'o', apply({ status: 'open' }, false)),
      command('close', verbs.close, 'shift+e', apply({ status: 'closed' }, true)),
      command('assign', verbs.assign, 'a', pick('assignee')),
      ...(me === null
        ? []
        : [command('assign-me', verbs.assignMe, null, apply({ assignee: { id: me, name: me } }, false))]),
      command('priority', verbs.priority, 'shift+p', pick('priority')),
      ...(canTag ? [command('tags', verbs.tags, 't', pick('tags'))] : []),
      ...(canSnooze ? [command('snooze', verbs.snooze, 'z', pick('snooze'))] : []),
      command('copy-link', verbs.copyLink, 'l', () => void copyTicketLink(latest.current.one())),
      command('undo', verbs.undo, 'mod+z', () => void undoLast()),
    ].map(registerCommand);
    return () => {
      for (const unregister of commands) unregister();
    };
  }, [context, me, canTag, canSnooze]);
}
