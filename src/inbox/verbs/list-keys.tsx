import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { ListDialogs, type ListDialog } from '#src/inbox/list-tools.tsx';
import { activeFilters } from '#src/inbox/filters/filter-query.ts';
import type { TicketGrid } from '#src/inbox/list/list-grid.tsx';
import { withoutFilters, type ListPlan } from '#src/inbox/list/list-plan.ts';
import type { Selection } from '#src/inbox/list/use-selection.ts';
import { messages as inboxMessages } from '#src/inbox/messages.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { isReadOnly } from '#src/session/read-only.ts';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import { offerTicketTarget, type TicketTarget } from '#src/ticket-edit/ticket-target.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { changeTicket } from '#src/ticket-edit/update/change-ticket.ts';
import { messages } from '#src/ticket-edit/verb-messages.ts';
import { registerCommand, type Command } from '#src/ui/keys/commands.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';

const texts = inboxMessages.commands;

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

export function ListCommands({ search, plan }: { readonly search: InboxSearch; readonly plan: ListPlan }) {
  const navigate = useNavigate();
  const isPhone = useMedia('(max-width: 767px)');
  const [dialog, setDialog] = useState<ListDialog | null>(null);
  const isTable = search.layout === 'table' && !isPhone;
  const hasFilters = activeFilters(search).length > 0;
  useEffect(() => {
    const go = (next: (before: InboxSearch) => InboxSearch) =>
      void navigate({ from: '/inbox', to: '/inbox', search: next });
    const command = (id: string, label: string, icon: Command['icon'], run: () => void, keywords = ''): Command => ({
      id: `inbox-${id}`,
      group: 'list',
      label,
      run,
      keywords,
      ...(icon === undefined ? {} : { icon }),
    });
    // The table has no room beside it for an open ticket.
    const asTable = (before: InboxSearch): InboxSearch => ({
      ...before,
      layout: 'table',
      ticket: undefined,
      tab: undefined,
    });
    const asSplit = (before: InboxSearch): InboxSearch => ({ ...before, layout: undefined });
    const layout = isTable
      ? command('split', texts.split, 'panel', () => go(asSplit), texts.layoutWords)
      : command('table', texts.table, 'table', () => go(asTable), texts.layoutWords);
    const commands = [
      // Their labels are in `view.ts`.
      command('download', '', undefined, () => setDialog('export')),
      command('target', '', undefined, () => setDialog('target')),
      ...(isTable ? [command('columns', texts.columns, 'table', () => setDialog('columns'))] : []),
      ...(isPhone ? [] : [{ ...layout, kbd: 'v' }]),
      ...(hasFilters ? [command('clear', inboxMessages.filter.clear, 'filter', () => go(withoutFilters))] : []),
    ].map(registerCommand);
    return () => {
      for (const unregister of commands) unregister();
    };
  }, [navigate, isTable, isPhone, hasFilters]);
  return <ListDialogs dialog={dialog} search={search} plan={plan} onClose={() => setDialog(null)} />;
}
