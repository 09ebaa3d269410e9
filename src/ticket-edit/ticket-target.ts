import { createAtom, useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import type { PickerField } from './pickers/picker-choices.tsx';
import { type TicketPatch, withOwnChanges } from './update/change-store.ts';

/** The tickets that the verbs of the palette act on: the ticket in hand, or those that are selected. */
export interface TicketTarget {
  /** Of a selection those that are loaded. */
  readonly tickets: readonly Ticket[];
  /** How many are selected; null where it is the one ticket in hand. */
  readonly selected: number | null;
  /** After a verb the next ticket of the list is shown. */
  readonly hasNext: boolean;
  readonly apply: (patch: TicketPatch, goesOn: boolean) => void;
  /** Opens the menu of a field. */
  readonly pick: (field: PickerField) => void;
}

type Reader = () => TicketTarget | null;

const reader = createAtom<{ readonly read: Reader } | null>(null);

/** Says what verbs act on, until the returned function is called. @param read asked when the palette opens */
export function offerTicketTarget(read: Reader): () => void {
  const offered = { read };
  reader.set(offered);
  return () => {
    if (reader.get() === offered) reader.set(null);
  };
}

/** The target when this was first drawn: it stays the same while a verb is chosen, whatever moves behind. */
export function useTicketTarget(): TicketTarget | null {
  const offered = useSelector(reader);
  const [seen, setSeen] = useState(() => ({ offered, target: readNow(offered) }));
  // The part with the verbs came after the palette.
  if (seen.offered !== offered) setSeen({ offered, target: readNow(offered) });
  return seen.target;
}

/** With the changes on their way: once they have arrived, nothing tells of them here any more. */
function readNow(offered: { readonly read: Reader } | null): TicketTarget | null {
  const target = offered?.read() ?? null;
  return target === null ? null : { ...target, tickets: target.tickets.map(withOwnChanges) };
}
