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
import type { UndoneTicket } from './undone-ticket.ts';

/** Undos whose answer was lost: a conflict at the next try is then of that one, which counted. */
const unsure = new Set<string>();

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
      way.token === null
        ? await putBack(ticket.id, base, way.back)
        : await undoByToken(way.token, ticket.id, { key, way });
    if (isKept) toast({ kind: 'error', text: messages.notUndone(what) });
    else announce(messages.undone(what));
    return { now, outcome: { state: isKept ? 'kept' : 'undone' } };
  } catch (error) {
    if (isUnreached(error)) {
      unsure.add(key);
      throw error;
    }
    showFailure(error, (why) => messages.undoFailed(what, why), { label: messages.retry, run: retry });
    return { now: null, outcome: { state: 'failed' } };
  }
}

function readTicket(id: bigint): Promise<Ticket> {
  return call(getTicket, { query: { id } });
}

interface Undone {
  readonly now: Ticket;
  /** Another person changed it since. */
  readonly isKept: boolean;
}

/** Where the token is refused for what this person alone wrote since, the old values are written again. @throws ApiFailure */
async function undoByToken(token: string, id: bigint, { key, way }: Pick<WantedUndo, 'key' | 'way'>): Promise<Undone> {
  let isKept = false;
  try {
    const { failed, results } = await write(undoTickets, { body: { undo_token: token } }, { refetch: 'none' });
    const version = results[0]?.version;
    isKept = failed > 0;
    if (!isKept && version != null) noteOwnWrite({ id, version });
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.kind !== 'conflict') throw error;
    isKept = !unsure.has(key);
  }
  // The next change begins with the ticket as it is: else it could seem to be so already, and would not be sent.
  const now = await readTicket(id);
  return isOwnSince(way, now) ? putBack(id, now, way.back) : { now, isKept };
}

/** Since the change only this person wrote the ticket, and other fields, such as a message its status. */
function isOwnSince({ saved, back }: Way, now: Ticket): boolean {
  if (saved === undefined || now.version === undefined) return false;
  return now.version === newestOwnVersion(now.id, saved.version) && !touchesSame(back, saved, now);
}

/** Without the extension the old values are written again; resolved times are new then. */
async function putBack(id: bigint, base: Ticket | null, back: ChangedFields): Promise<Undone> {
  try {
    // Its row may have left the list, and the ticket with it.
    const now = base ?? (await readTicket(id));
    return { now: (await writeFields(now, back)).ticket, isKept: false };
  } catch (error) {
    const current = error instanceof ApiFailure && error.kind === 'conflict' ? readCurrentTicket(error) : null;
    if (current === null) throw error;
    return { now: current, isKept: differsFrom(current, back) };
  }
}
