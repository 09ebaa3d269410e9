import { useLateParts } from './views-slot.ts';

/** The star of a row, once its code is there. */
export function RowStar({ ticketNumber }: { readonly ticketNumber: number }) {
  const { Star } = useLateParts();
  return Star === null ? null : <Star ticketNumber={ticketNumber} />;
}
