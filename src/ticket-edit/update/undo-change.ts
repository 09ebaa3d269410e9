import { getTicket } from '#contract/tickets.ts';
import { undoTickets } from '#contract/ticket-bulk.ts';
import { updateTicket } from '#contract/ticket-writes.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { scheduleInvalidation } from '#src/api/invalidation.ts';
import { showFailure, write } from '#src/api/write.ts';
import { displayZone } from '#src/browser/zone.ts';
import { messages } from '#src/ticket-edit/messages.ts';
import { offerUndo } from '#src/ticket-edit/undo.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { inverseOf } from './apply-patch.ts';
import { setChange } from './change-store.ts';
import { describePatch } from './describe-patch.ts';
import { writeFields, type SavedChange } from './save-ticket.ts';
import { setTicketInCache } from './tickets-cache.ts';

/** Says what was changed, with a way back for 15 s: by the token of the service, else by writing the old values. */
export function offerUndoOf(change: SavedChange): void {
  const { after, patch, undoToken } = change;
  const what = messages.number(String(after.ticket_number));
  const text = messages.done(what, describePatch(patch, displayZone()));
  let isAnswerLost = false;
  const undo = async (): Promise<void> => {
    try {
      if (undoToken === null) await putBack(change);
      else await undoByToken(undoToken, after.id);
      announce(messages.undone(what));
    } catch (error) {
      const kind = error instanceof ApiFailure ? error.kind : null;
      // The undo whose answer was lost was the one that counted.
      if (kind === 'conflict' && isAnswerLost) return announce(messages.undone(what));
      if (kind === 'conflict') return void toast({ kind: 'info', text: messages.notUndone(what) });
      isAnswerLost ||= kind === 'timeout' || kind === 'network';
      const action = { label: messages.retry, run: () => void undo() };
      showFailure(error, (why) => messages.undoFailed(what, why), action);
    } finally {
      setChange(after.id, null);
      scheduleInvalidation(updateTicket);
    }
  };
  offerUndo({ text, undo });
}

/** @throws ApiFailure, of kind conflict where the ticket was changed since. */
async function undoByToken(token: string, id: bigint): Promise<void> {
  const { failed } = await write(undoTickets, { body: { undo_token: token } }, { refetch: 'none' });
  // The next change must begin with the ticket as it is now.
  setTicketInCache(await call(getTicket, { query: { id } }));
  if (failed > 0) throw new ApiFailure('conflict', messages.conflict);
}

/** Without the extension the old values are written again; resolved times are new then. */
async function putBack({ before, after, fields }: SavedChange): Promise<void> {
  const old = inverseOf(before, fields);
  setChange(after.id, { fields: old, state: 'saving' });
  const { ticket } = await writeFields(after, old);
  setTicketInCache(ticket);
}
