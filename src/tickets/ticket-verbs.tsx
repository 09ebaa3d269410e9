import { type RefObject, useState } from 'react';
import type { Ticket, TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { OneTicketKeys } from '#src/ticket-edit/one-ticket-keys.tsx';
import { FieldPicker } from '#src/ticket-edit/pickers/field-picker.tsx';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import { changeTicket } from '#src/ticket-edit/update/change-ticket.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

/** @param ticket as the service has it; @param reason why this token may not */
export function setStatus(ticket: Ticket, status: TicketStatus, reason: string | undefined): void {
  if (reason === undefined) changeTicket(ticket, { status });
  else toast({ kind: 'info', text: reason });
}

/** "Solved" in either way: what is offered then is the way back. */
export function isDone({ status }: Pick<Ticket, 'status'>): boolean {
  return status === 'resolved' || status === 'closed';
}

/** Lets one ticket's fields be changed. @param ticket as the service has it */
export function useFieldPicker(ticket: TicketDetail) {
  const [open, setOpen] = useState<{
    readonly field: PickerField;
    readonly anchor: RefObject<HTMLElement | null>;
    /** The one it was opened for: another may be shown here before a value is chosen. */
    readonly opened: TicketDetail;
  } | null>(null);
  const close = () => setOpen(null);
  const isSame = open?.opened.id === ticket.id;
  const subject = open === null || isSame ? ticket : open.opened;
  return {
    field: open?.field ?? null,
    /** Opens the values of a field at an element, or closes them where they are open already. */
    pick: (field: PickerField, anchor: HTMLElement | null) =>
      setOpen((before) => (before?.field === field ? null : { field, anchor: { current: anchor }, opened: ticket })),
    picker:
      open === null ? null : (
        <FieldPicker
          key={open.field}
          field={open.field}
          anchor={open.anchor}
          tickets={[subject]}
          onChoose={(patch) => changeTicket(subject, patch)}
          onClose={close}
        />
      ),
  };
}

/** The keys of a ticket that has the page to itself. @param ticket as the service has it */
export function TicketKeys({ ticket }: { readonly ticket: TicketDetail }) {
  return <OneTicketKeys labels={messages.verbs} ticketNow={() => ticket} />;
}
