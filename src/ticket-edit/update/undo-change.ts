import type { Undoable } from '#src/undo/undo-entry.ts';
import { takeBack } from './change-ticket.ts';
import type { Way } from './ticket-steps.ts';
import { undoSubjectOf, type UndoneTicket } from './undone-ticket.ts';

/**
 * The undo of a change that the service has and that was made beside the queue of its ticket, such as by a message.
 * @param key of the change on the stack
 */
export function undoOfTicket(
  ticket: UndoneTicket,
  key: string,
  way: Way,
): Pick<Undoable, 'key' | 'subject' | 'undo' | 'isAtOnce'> {
  return {
    key,
    subject: undoSubjectOf(ticket.id),
    isAtOnce: true,
    undo: (retry, turn) => takeBack(ticket, key, way, retry, turn),
  };
}
