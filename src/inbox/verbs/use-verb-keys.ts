import type { RefObject } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import { toggleStar } from '#src/ticket-edit/stars/stars.ts';
import { undoLast } from '#src/undo/undo.ts';
import { copyTicketLink } from './copy-ticket-link.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import type { GridHandle } from '#src/inbox/list/list-grid.tsx';
import type { Selection } from '#src/inbox/rows/use-selection.ts';
import { messages } from '#src/ticket-edit/verb-messages.ts';

interface VerbKeys {
  readonly apply: (patch: TicketPatch, goesOn: boolean) => void;
  readonly pick: (field: PickerField) => void;
  readonly grid: RefObject<GridHandle | null>;
  readonly selection: Selection;
  readonly one: () => Ticket | undefined;
  readonly onQueue: () => void;
}

/** One key a verb: on the selection where there is one, else on the current ticket. */
export function useVerbKeys({ apply, pick, grid, selection, one, onQueue }: VerbKeys): void {
  const { group, verbs } = messages;
  const whoami = useWhoami();
  const labelled = (label: string, when = true) => ({ label, group, when });
  useShortcut('e', () => apply({ status: 'resolved' }, true), labelled(verbs.resolve));
  useShortcut('shift+e', () => apply({ status: 'closed' }, true), labelled(verbs.close));
  useShortcut('p', () => apply({ status: 'pending' }, true), labelled(verbs.pending));
  useShortcut('o', () => apply({ status: 'open' }, false), labelled(verbs.open));
  useShortcut('a', () => pick('assignee'), labelled(verbs.assign));
  useShortcut('shift+p', () => pick('priority'), labelled(verbs.priority));
  useShortcut('t', () => pick('tags'), labelled(verbs.tags, hasExtension(whoami, 'ticket_comments')));
  useShortcut('z', () => pick('snooze'), labelled(verbs.snooze, hasExtension(whoami, 'agents')));
  useShortcut('l', () => void copyTicketLink(one()), labelled(verbs.copyLink));
  useShortcut('shift+s', () => star(one()), labelled(messages.star));
  useShortcut('mod+z', undoLast, { ...labelled(verbs.undo), inFields: false });

  useShortcut('q', onQueue, labelled(messages.queue));

  const activeIndex = () => grid.current?.activeRow().index ?? 0;
  function extend(by: 1 | -1): void {
    const from = activeIndex();
    grid.current?.goBy(by);
    selection.extend(from, Math.max(0, from + by));
  }
  useShortcut('x', () => selection.toggle(activeIndex()), labelled(messages.select));
  useShortcut('shift+j', () => extend(1), { ...labelled(messages.extendDown), repeat: true });
  useShortcut('shift+k', () => extend(-1), { ...labelled(messages.extendUp), repeat: true });
  useShortcut('mod+a', () => selection.selectLoaded(), {
    ...labelled(messages.selectLoadedKey),
    inFields: false,
  });
  useShortcut('escape', () => selection.clear(), { ...labelled(messages.clearKey), when: selection.ids.size > 0 });
}

function star(ticket: Ticket | undefined): void {
  if (ticket !== undefined) void toggleStar(ticket.ticket_number);
}
