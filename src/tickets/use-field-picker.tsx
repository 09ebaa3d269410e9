import { useState, type ReactNode, type RefObject } from 'react';
import { changeTicket } from '#src/ticket-edit/update/change-ticket.ts';
import { FieldPicker } from '#src/ticket-edit/pickers/field-picker.tsx';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import type { TicketDetail } from '#contract/tickets.ts';

interface FieldPickerUse {
  /** Opens the values of a field at an element, or closes them where they are open already. */
  readonly pick: (field: PickerField, anchor: HTMLElement | null) => void;
  readonly field: PickerField | null;
  /** To be rendered in the same layer as the anchors. */
  readonly picker: ReactNode;
}

/** Lets one ticket's fields be changed. @param ticket as the service has it */
export function useFieldPicker(ticket: TicketDetail): FieldPickerUse {
  const [open, setOpen] = useState<{
    readonly field: PickerField;
    readonly anchor: RefObject<HTMLElement | null>;
  } | null>(null);
  const close = () => setOpen(null);
  return {
    field: open?.field ?? null,
    pick: (field, anchor) =>
      setOpen((before) => (before?.field === field ? null : { field, anchor: { current: anchor } })),
    picker:
      open === null ? null : (
        <FieldPicker {...open} tickets={[ticket]} onChoose={(patch) => changeTicket(ticket, patch)} onClose={close} />
      ),
  };
}
