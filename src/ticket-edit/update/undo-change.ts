import * as z from 'zod/mini';
import { undoTickets } from '#contract/ticket-bulk.ts';
import { updateTicket } from '#contract/ticket-writes.ts';
import { getTicket } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { scheduleInvalidation } from '#src/api/invalidation.ts';
import { showFailure, write } from '#src/api/write.ts';
import { displayZone } from '#src/browser/zone.ts';
import { messages } from '#src/ticket-edit/messages.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { Undoable, UndoKind, UndoOutcome, UndoSubject } from '#src/undo/undo-entry.ts';
import { offerUndo, settleUndo } from '#src/undo/undo.ts';
import { inverseOf } from './apply-patch.ts';
import { setChange } from './change-store.ts';
import { describePatch } from './describe-change.ts';
import { writeFields, type SavedChange, setTicketInCache } from './save-ticket.ts';

/** Says what was changed, with a way back: by the token of the service, else by writing the old values. */
export function offerUndoOf(change: SavedChange): void {
  const { after, patch, undoToken } = change;
  const { id, ticket_number: number } = after;
  offerUndo({
    text: messages.done(messages.number(String(number)), describePatch(patch, displayZone())),
    subject: undoSubjectOf(id),
    ...undoOfTicket({ id, number }, undoToken, undoToken === null ? () => putBack(change) : null),
  });
}

/**
 * The way back of one ticket's change, now and after a reload.
 * @param instead what puts it back without a token
 * @param isUnsure an undo was sent whose answer never came
 */
export function undoOfTicket(
  { id, number }: { readonly id: bigint; readonly number: number },
  token: string | null,
  instead: (() => Promise<void>) | null,
  isUnsure = false,
): Pick<Undoable, 'undo' | 'check' | 'recipe'> {
  const what = messages.number(String(number));
  let isAnswerLost = isUnsure;
  const undo = async (retry: () => void): Promise<UndoOutcome> => {
    try {
      if (token !== null) await undoByToken(token, id);
      else await instead?.();
      announce(messages.undone(what));
      return { state: 'undone' };
    } catch (error) {
      const kind = error instanceof ApiFailure ? error.kind : null;
      // The undo whose answer was lost was the one that counted.
      if (kind === 'conflict' && isAnswerLost) {
        announce(messages.undone(what));
        return { state: 'undone' };
      }
      if (kind === 'conflict') {
        toast({ kind: 'info', text: messages.notUndone(what) });
        return { state: 'kept' };
      }
      isAnswerLost ||= kind === 'timeout' || kind === 'network';
      showFailure(error, (why) => messages.undoFailed(what, why), { label: messages.retry, run: retry });
      return { state: 'failed' };
    } finally {
      setChange(id, null);
      scheduleInvalidation(updateTicket);
    }
  };
  if (token === null) return { undo };
  const recipe: Recipe = { kind: KIND, token, ticketId: id.toString(), number };
  return { undo, check: () => whyNot(token), recipe };
}

const KIND = 'ticket';
const recipeOfTicket = z.object({ kind: z.literal(KIND), token: z.string(), ticketId: z.string(), number: z.number() });
type Recipe = z.output<typeof recipeOfTicket>;

/** A ticket as what a change was made to. */
export function undoSubjectOf(id: bigint): UndoSubject {
  return { kind: KIND, id: id.toString() };
}

/** Changes of one ticket, after a reload. */
export const TICKET_UNDO: UndoKind = {
  kind: KIND,
  async restore(_siteId, changes) {
    return changes.map(({ recipe, key, isUnsure }) => {
      const parsed = recipeOfTicket.safeParse(recipe);
      if (!parsed.success) return null;
      const { token, ticketId, number } = parsed.data;
      const way = undoOfTicket({ id: BigInt(ticketId), number }, token, null, isUnsure);
      return isUnsure ? { ...way, check: () => settleIfUndone(key, token) } : way;
    });
  },
};

/** A page that went away before the answer to an undo came learns now that the undo had been made. */
async function settleIfUndone(key: string, token: string): Promise<string | null> {
  try {
    return await whyNot(token);
  } catch (error) {
    if (!(error instanceof ApiFailure && error.kind === 'conflict')) throw error;
    settleUndo(key, { state: 'undone' });
    return null;
  }
}

/** Why an undo would leave the ticket as it is; null where it would not. @throws ApiFailure */
async function whyNot(token: string): Promise<string | null> {
  try {
    const { changed } = await call(undoTickets, { body: { undo_token: token, dry_run: true } });
    return changed > 0 ? null : messages.changedSince;
  } catch (error) {
    if (error instanceof ApiFailure && error.kind === 'not_found') return messages.tooOld;
    throw error;
  }
}

/** @throws ApiFailure, of kind conflict where the ticket was changed since. */
async function undoByToken(token: string, id: bigint): Promise<void> {
  const { failed } = await write(undoTickets, { body: { undo_token: token } }, { refetch: 'none' });
  // The next change must begin with the ticket as it is now.
  setTicketInCache(await call(getTicket, { query: { id } }));
  if (failed > 0) throw new ApiFailure('conflict', messages.why.conflict);
}

/** Without the extension the old values are written again; resolved times are new then. */
async function putBack({ before, after, fields }: SavedChange): Promise<void> {
  const old = inverseOf(before, fields);
  setChange(after.id, { fields: old, state: 'saving' });
  const { ticket } = await writeFields(after, old);
  setTicketInCache(ticket);
}
