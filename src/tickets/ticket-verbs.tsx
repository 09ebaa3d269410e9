import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Ticket, TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { FieldPicker } from '#src/ticket-edit/pickers/field-picker.tsx';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import { usePickerChoices } from '#src/ticket-edit/pickers/picker-data.ts';
import { offerTicketTarget, type TicketTarget } from '#src/ticket-edit/ticket-target.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { changeTicket } from '#src/ticket-edit/update/change-ticket.ts';
import { useVerbKeys } from '#src/ticket-edit/verb-keys.ts';
import { messages as listMessages } from '#src/ticket-edit/verb-messages.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

/** @param ticket the server's copy @param reason why this token may not */
export function setStatus(ticket: Ticket, status: TicketStatus, reason: string | undefined): void {
  if (reason === undefined) changeTicket(ticket, { status });
  else toast({ kind: 'info', text: reason });
}

/** Resolved or closed: the button then says Reopen. */
export function isDone({ status }: Pick<Ticket, 'status'>): boolean {
  return status === 'resolved' || status === 'closed';
}

/**
 * The picker of a ticket's fields.
 * @param ticket the server's copy
 * @param onChosen called with the ticket for which the picker was opened
 */
export function useFieldPicker(
  ticket: TicketDetail,
  onChosen: (opened: TicketDetail, patch: TicketPatch, field: PickerField) => void = changeTicket,
) {
  const [open, setOpen] = useState<{
    readonly field: PickerField;
    readonly anchor: RefObject<HTMLElement | null>;
    /** Another ticket may be on screen before a value is chosen. */
    readonly opened: TicketDetail;
  } | null>(null);
  const close = () => setOpen(null);
  const isSame = open?.opened.id === ticket.id;
  const subject = open === null || isSame ? ticket : open.opened;
  return {
    field: open?.field ?? null,
    /** Opens the picker of a field at an element, or closes it if it is open. */
    pick: (field: PickerField, anchor: HTMLElement | null) =>
      setOpen((before) => (before?.field === field ? null : { field, anchor: { current: anchor }, opened: ticket })),
    picker:
      open === null ? null : (
        <FieldPicker
          key={open.field}
          field={open.field}
          anchor={open.anchor}
          tickets={[subject]}
          onChoose={(patch) => onChosen(subject, patch, open.field)}
          onClose={close}
        />
      ),
  };
}

interface TicketKeysProps {
  /** The server's copy. */
  readonly ticket: TicketDetail;
  /** Shows the next ticket; undefined without a list. */
  readonly onDone: (() => void) | undefined;
}

/** The keys and the palette's verbs on the page of a ticket. */
export function TicketKeys({ ticket, onDone }: TicketKeysProps) {
  const { reason } = useWriteAccess('tickets:write');
  usePickerChoices();

  function change(chosen: TicketDetail, patch: TicketPatch, goesOn: boolean): void {
    changeTicket(chosen, patch);
    if (goesOn && chosen.id === ticket.id) onDone?.();
  }
  const apply = (patch: TicketPatch, goesOn: boolean): void => change(ticket, patch, goesOn);
  const menu = useFieldPicker(ticket, (opened, patch, field) => change(opened, patch, field === 'snooze'));
  function pick(field: PickerField): void | null {
    if (reason === undefined) {
      const find = (what: string) => document.querySelector<HTMLElement>(what);
      const anchor = find(`[data-field="${field}"]`) ?? find('[data-ticket-head]') ?? find('#main');
      return menu.pick(field, anchor);
    }
    toast({ kind: 'info', text: reason });
    return null;
  }
  useVerbKeys({
    labels: onDone === undefined ? messages.verbs : listMessages.verbs,
    setStatus(status) {
      if (reason === undefined) apply({ status }, status !== 'open');
      else toast({ kind: 'info', text: reason });
    },
    pick,
    one: () => ticket,
  });

  const target: TicketTarget = { tickets: [ticket], selected: null, hasNext: onDone !== undefined, apply, pick };
  const latest = useRef(target);
  useLayoutEffect(() => {
    latest.current = target;
  });
  useEffect(() => offerTicketTarget(() => latest.current), []);

  return menu.picker;
}
