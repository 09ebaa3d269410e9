import { useEffect, useLayoutEffect, useRef, useState, type ComponentProps } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { FieldPicker } from './pickers/field-picker.tsx';
import type { PickerField } from './pickers/picker-choices.tsx';
import { usePickerChoices } from './pickers/picker-data.ts';
import { offerTicketTarget, type TicketTarget } from './ticket-target.ts';
import { changeTicket } from './update/change-ticket.ts';
import { useVerbKeys, type VerbLabels } from './verb-keys.ts';
import { messages } from './verb-messages.ts';

interface OpenPicker {
  readonly field: PickerField;
  /** The ticket at hand when it was opened: it is changed, whatever is shown by then. */
  readonly ticket: Ticket;
  readonly anchor: ComponentProps<typeof FieldPicker>['anchor'];
}

interface OneTicketKeysProps {
  readonly labels: VerbLabels;
  /** The ticket at hand, as the service has it, asked at each key; undefined where nothing of it is known yet. */
  readonly ticketNow: () => Ticket | undefined;
  /** Shows the ticket at hand, where another one is still drawn: a picker hangs on it. */
  readonly onPick?: () => void;
}

/** One key a verb for the one ticket at hand, and the ticket for those of the palette, where no list has them. */
export function OneTicketKeys({ labels, ticketNow, onPick }: OneTicketKeysProps) {
  const { reason } = useWriteAccess('tickets:write');
  const [open, setOpen] = useState<OpenPicker | null>(null);
  usePickerChoices();

  /** Null: there is none to act on. */
  function withTicket(act: (ticket: Ticket) => void): void | null {
    const ticket = ticketNow();
    if (reason === undefined && ticket !== undefined) return act(ticket);
    toast({ kind: 'info', text: reason ?? messages.notThereYet });
    return null;
  }

  function pickFor(field: PickerField, ticket: Ticket): void {
    onPick?.();
    const find = (what: string) => document.querySelector<HTMLElement>(what);
    const anchor = find(`[data-field="${field}"]`) ?? find('[data-ticket-head]') ?? find('#main');
    setOpen({ field, ticket, anchor: { current: anchor } });
  }

  useVerbKeys({
    labels,
    setStatus: (status) => void withTicket((ticket) => changeTicket(ticket, { status })),
    pick: (field) => withTicket((ticket) => pickFor(field, ticket)),
    one: ticketNow,
  });

  const readTarget = (): TicketTarget | null => {
    const ticket = ticketNow();
    if (ticket === undefined) return null;
    return {
      tickets: [ticket],
      selected: null,
      hasNext: false,
      apply: (patch) => changeTicket(ticket, patch),
      pick: (field) => pickFor(field, ticket),
    };
  };
  const latest = useRef(readTarget);
  useLayoutEffect(() => {
    latest.current = readTarget;
  });
  useEffect(() => offerTicketTarget(() => latest.current()), []);

  return open === null ? null : (
    <FieldPicker
      field={open.field}
      anchor={open.anchor}
      tickets={[open.ticket]}
      onChoose={(patch) => changeTicket(open.ticket, patch)}
      onClose={() => setOpen(null)}
    />
  );
}
