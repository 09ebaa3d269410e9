import { ApiFailure } from '#src/api/api-failure.ts';
import type { Undoable, UndoKind } from '#src/undo/undo-entry.ts';
import { settleUndo } from '#src/undo/undo.ts';
import { knowsStep, startOfflineChanges, takeBack } from './change-ticket.ts';
import { markUnsure, whyNot } from './send-undo.ts';
import { wayOf } from './step-queue.ts';
import type { Way } from './ticket-steps.ts';
import { KIND, recipeOf, recipeOfTicket, undoSubjectOf, type UndoneTicket } from './undo-recipe.ts';

/**
 * The way back of a change that the service has and that was made beside the queue of its ticket, such as by a message.
 * @param key of its line in the history
 */
export function undoOfTicket(
  ticket: UndoneTicket,
  key: string,
  way: Way,
): Pick<Undoable, 'key' | 'subject' | 'undo' | 'check' | 'recipe' | 'isAtOnce'> {
  const { token } = way;
  return {
    key,
    subject: undoSubjectOf(ticket.id),
    isAtOnce: true,
    undo: (retry, turn) => takeBack(ticket, key, way, retry, turn),
    ...(token === null ? {} : { check: () => whyNot(ticket.id, token, way), recipe: recipeOf(ticket, token) }),
  };
}

/** Changes of one ticket, after a reload. */
export const TICKET_UNDO: UndoKind = {
  kind: KIND,
  async restore(_siteId, changes) {
    // What waits to be sent is known by then.
    startOfflineChanges();
    return changes.map(({ recipe, key, isUnsure }) => {
      const parsed = recipeOfTicket.safeParse(recipe);
      if (!parsed.success) return null;
      const { token, ticketId, number } = parsed.data;
      const ticket = { id: BigInt(ticketId), number };
      if (token === null && !knowsStep(ticket.id, key)) return null;
      if (isUnsure) markUnsure(key);
      // It may have been sent meanwhile.
      const way = undoOfTicket(ticket, key, wayOf(key) ?? { token, back: {} });
      const { check } = way;
      return isUnsure && check !== undefined ? { ...way, check: () => settleIfUndone(key, check) } : way;
    });
  },
};

/** A page that went away before the answer to an undo came learns now that the undo had been made. */
async function settleIfUndone(key: string, check: () => Promise<string | null>): Promise<string | null> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ApiFailure && error.kind === 'conflict')) throw error;
    settleUndo(key, { state: 'undone' });
    return null;
  }
}
