import { undoTickets } from '#contract/ticket-bulk.ts';
import { getTicket, type Ticket } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { showFailure, write } from '#src/api/write.ts';
import { messages } from '#src/ticket-edit/messages.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { UndoOutcome } from '#src/undo/undo-entry.ts';
import { differsFrom, touchesSame } from './apply-patch.ts';
import type { ChangedFields } from './change-store.ts';
import { newestOwnVersion, noteOwnWrite } from './own-writes.ts';
import { isUnreached, readCurrentTicket, writeFields } from './save-ticket.ts';
import type { Way } from './ticket-steps.ts';
import type { UndoneTicket } from './undo-recipe.ts';

/** Undos whose answer was lost: a conflict at the next try is then of that one, which counted. */
const unsure = new Set<string>();

export function markUnsure(key: string): void {
  unsure.add(key);
}

interface WantedUndo {
  readonly ticket: UndoneTicket;
  /** As the last answer had it. */
  readonly base: Ticket | null;
  readonly key: string;
  readonly way: Way;
  readonly retry: () => void;
}

/**
 * Takes a change back and says how it went. Answers the ticket as it is then, null where that is not known.
 * @throws ApiFailure where nothing answered, and it can be sent again
 */
export async function sendUndo({ ticket, base, key, way, retry }: WantedUndo): Promise<{
  readonly now: Ticket | null;
  readonly outcome: UndoOutcome;
}> {
  const what = messages.number(String(ticket.number));
  try {
    const { now, isKept } =
      way.token === null || isOwnSince(way, base)
        ? await putBack(ticket.id, base, way.back)
        : await undoByToken(way.token, ticket.id);
    if (isKept) toast({ kind: 'error', text: messages.notUndone(what) });
    else announce(messages.undone(what));
    return { now, outcome: { state: isKept ? 'kept' : 'undone' } };
  } catch (error) {
    const kind = error instanceof ApiFailure ? error.kind : null;
    if (kind === 'conflict') {
      // What is chosen next is put upon the ticket as it is: else it could seem to be so already, and would not be sent.
      const now = await call(getTicket, { query: { id: ticket.id } }).catch((why: unknown) => {
        if (isUnreached(why)) throw why;
        return null;
      });
      const isOwn = unsure.has(key);
      if (isOwn) announce(messages.undone(what));
      else toast({ kind: 'error', text: messages.notUndone(what) });
      return { now, outcome: { state: isOwn ? 'undone' : 'kept' } };
    }
    if (isUnreached(error)) {
      unsure.add(key);
      throw error;
    }
    showFailure(error, (why) => messages.undoFailed(what, why), { label: messages.retry, run: retry });
    return { now: null, outcome: { state: 'failed' } };
  }
}

/** Since the change only this person wrote the ticket, and other fields, as with a message: the token is refused for that. */
function isOwnSince({ saved, back }: Way, base: Ticket | null): boolean {
  if (saved === undefined || base?.version === undefined || base.version === saved.version) return false;
  return base.version === newestOwnVersion(base.id, saved.version) && !touchesSame(back, saved, base);
}

interface Undone {
  readonly now: Ticket;
  /** Another person changed it since. */
  readonly isKept: boolean;
}

/** @throws ApiFailure, of kind conflict where it was undone already or the ticket was changed since. */
async function undoByToken(token: string, id: bigint): Promise<Undone> {
  const { failed, results } = await write(undoTickets, { body: { undo_token: token } }, { refetch: 'none' });
  const version = results[0]?.version;
  if (failed === 0 && version != null) noteOwnWrite({ id, version });
  // The next change must begin with the ticket as it is now.
  return { now: await call(getTicket, { query: { id } }), isKept: failed > 0 };
}

/** Without the extension the old values are written again; resolved times are new then. */
async function putBack(id: bigint, base: Ticket | null, back: ChangedFields): Promise<Undone> {
  try {
    // Its row may have left the list, and the ticket with it.
    const now = base ?? (await call(getTicket, { query: { id } }));
    return { now: (await writeFields(now, back)).ticket, isKept: false };
  } catch (error) {
    const current = error instanceof ApiFailure && error.kind === 'conflict' ? readCurrentTicket(error) : null;
    if (current === null) throw error;
    return { now: current, isKept: differsFrom(current, back) };
  }
}
