import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import type { TicketGrid } from '#src/inbox/list/list-grid.tsx';
import type { Selection } from '#src/inbox/list/use-selection.ts';
import { isReadOnly } from '#src/session/read-only.ts';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import { offerTicketTarget, type TicketTarget } from '#src/ticket-edit/ticket-target.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { changeTicket } from '#src/ticket-edit/update/change-ticket.ts';
import { messages } from '#src/ticket-edit/verb-messages.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';

interface ListKeys {
  readonly grid: TicketGrid;
  readonly selection: Selection;
}

/** Keys for selecting rows. */
export function useListKeys({ grid, selection }: ListKeys): void {
  const labelled = (label: string) => ({ label, group: messages.group });
  // Selecting is for changing tickets, so a read-only page has none of it.
  const ticks = (label: string) => ({ ...labelled(label), when: !isReadOnly() });

  const activeIndex = () => grid.current?.activeRow().index ?? 0;
  function extend(by: 1 | -1): void {
    const from = activeIndex();
    grid.current?.goBy(by);
    selection.extend(from, Math.max(0, from + by));
  }
  useShortcut('x', () => selection.toggle(activeIndex()), ticks(messages.select));
  useShortcut('shift+j', () => extend(1), { ...ticks(messages.extendDown), repeat: true });
  useShortcut('shift+k', () => extend(-1), { ...ticks(messages.extendUp), repeat: true });
  useShortcut('mod+a', () => selection.selectLoaded(), {
    ...ticks(messages.selectLoadedKey),
    inFields: false,
  });
  useShortcut('escape', () => selection.clear(), { ...labelled(messages.clearKey), when: selection.ids.size > 0 });
}

interface TicketCommands {
  readonly apply: (patch: TicketPatch, advances: boolean) => void;
  readonly pick: (field: PickerField) => void;
  readonly one: () => Ticket | undefined;
  readonly ticked: () => readonly Ticket[];
  /** How many tickets are selected; 0 for the current one. */
  readonly count: number;
}

/** Lets the palette act on the selection or the current ticket. */
export function useTicketCommands(given: TicketCommands): void {
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  useEffect(() => offerTicketTarget(() => targetOf(latest)), []);
}

function targetOf(latest: { readonly current: TicketCommands }): TicketTarget | null {
  const { one, ticked, count } = latest.current;
  const pick = (field: PickerField): void => latest.current.pick(field);
  if (count > 0) {
    const apply = (patch: TicketPatch): void => latest.current.apply(patch, false);
    return { tickets: ticked(), selected: count, hasNext: false, apply, pick };
  }
  const ticket = one();
  if (ticket === undefined) return null;
  return {
    tickets: [ticket],
    selected: null,
    hasNext: true,
    // The ticket that the palette named, even if the list has moved meanwhile.
    apply: (patch, advances) =>
      latest.current.one()?.id === ticket.id ? latest.current.apply(patch, advances) : changeTicket(ticket, patch),
    pick,
  };
}
