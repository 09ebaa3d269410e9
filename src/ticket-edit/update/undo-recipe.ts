import * as z from 'zod/mini';
import type { UndoSubject } from '#src/undo/undo-entry.ts';

export const KIND = 'ticket';

/** What takes a ticket's change back after a reload. Without a token it was not sent yet, and waits in this tab. */
export const recipeOfTicket = z.object({
  kind: z.literal(KIND),
  token: z.nullable(z.string()),
  ticketId: z.string(),
  number: z.number(),
});

/** A ticket as the undo names it. */
export interface UndoneTicket {
  readonly id: bigint;
  readonly number: number;
}

export function recipeOf({ id, number }: UndoneTicket, token: string | null): z.output<typeof recipeOfTicket> {
  return { kind: KIND, token, ticketId: id.toString(), number };
}

/** A ticket as what a change was made to. */
export function undoSubjectOf(id: bigint): UndoSubject {
  return { kind: KIND, id: id.toString() };
}
