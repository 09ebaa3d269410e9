import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Ticket, TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { FieldPicker } from '#src/ticket-edit/pickers/field-picker.tsx';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import { offerTicketTarget } from '#src/ticket-edit/ticket-target.ts';
import { changeTicket } from '#src/ticket-edit/update/change-ticket.ts';
import { useVerbKeys } from '#src/ticket-edit/verb-keys.ts';
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
  } | null>(null);
  const close = () => setOpen(null);
  return {
    field: open?.field ?? null,
    /** Opens the values of a field at an element, or closes them where they are open already. */
    pick: (field: PickerField, anchor: HTMLElement | null) =>
      setOpen((before) => (before?.field === field ? null : { field, anchor: { current: anchor } })),
    picker:
      open === null ? null : (
        <FieldPicker {...open} tickets={[ticket]} onChoose={(patch) => changeTicket(ticket, patch)} onClose={close} />
      ),
  };
}

/** One key a verb, and the ticket for those of the palette, where no list has them. @param ticket as the service has it */
export function TicketKeys({ ticket }: { readonly ticket: TicketDetail }) {
  const { reason } = useWriteAccess('tickets:write');
  const { pick: open, picker } = useFieldPicker(ticket);
  function pick(field: PickerField): void {
    const anchor = document.querySelector<HTMLElement>(`[data-field="${field}"]`);
    if (reason === undefined) open(field, anchor ?? document.querySelector<HTMLElement>('[data-ticket-head]'));
    else toast({ kind: 'info', text: reason });
  }
  useVerbKeys({ labels: messages.verbs, setStatus: (to) => setStatus(ticket, to, reason), pick, one: () => ticket });

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
