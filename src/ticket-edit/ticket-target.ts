import { createAtom, useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import type { PickerField } from './pickers/picker-choices.tsx';
import { type TicketPatch, withOwnChanges } from './update/change-store.ts';

/** The tickets that the palette's verbs change: the current ticket, or the selected ones. */
export interface TicketTarget {
  /** Only the loaded ones of a selection. */
  readonly tickets: readonly Ticket[];
  /** The number of selected tickets; null for the current ticket. */
  readonly selected: number | null;
  /** After a verb the next ticket of the list is shown. */
  readonly hasNext: boolean;
  readonly apply: (patch: TicketPatch, goesOn: boolean) => void;
  /** Opens the menu of a field. */
  readonly pick: (field: PickerField) => void;
}

type Reader = () => TicketTarget | null;

const reader = createAtom<{ readonly read: Reader } | null>(null);

/** Registers the target of verbs until the returned function is called. @param read called when the palette opens */
export function offerTicketTarget(read: Reader): () => void {
  const offered = { read };
  reader.set(offered);
  return () => {
    if (reader.get() === offered) reader.set(null);
  };
}

/** The target at the first render. It does not change while a verb is chosen. */
export function useTicketTarget(): TicketTarget | null {
  const offered = useSelector(reader);
  const [seen, setSeen] = useState(() => ({ offered, target: readNow(offered) }));
  // The target was registered after the palette had opened.
  if (seen.offered !== offered) setSeen({ offered, target: readNow(offered) });
  return seen.target;
}

/** With pending changes applied, because the palette does not follow later ones. */
function readNow(offered: { readonly read: Reader } | null): TicketTarget | null {
  const target = offered?.read() ?? null;
  return target === null ? null : { ...target, tickets: target.tickets.map(withOwnChanges) };
}
