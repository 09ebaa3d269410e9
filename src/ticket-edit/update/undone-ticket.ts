import type { UndoSubject } from '#src/undo/undo-entry.ts';

/** A ticket as the undo names it. */
export interface UndoneTicket {
  readonly id: bigint;
  readonly number: number;
}

/** A ticket as the subject of a change. */
export function undoSubjectOf(id: bigint): UndoSubject {
  return { kind: 'ticket', id: id.toString() };
}
