import type { Body } from '#contract/operation.ts';
import type { Ticket } from '#contract/tickets.ts';
import type { updateTicket as UpdateRow } from '#contract/ticket-writes.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { getTicket } from '#src/api/endpoints.ts';
import { undoTickets, updateTicket } from '#src/api/more-endpoints.ts';
import { displayZone } from '#src/api/display-zone.ts';
import { announce } from '#src/ui/announce.ts';
import { toast } from '#src/ui/toast-store.ts';
import { changedFields, inverseOf, isNoChange, mergePatches, touchesSame } from './apply-patch.ts';
import { changeOf, setChange, type ChangedFields, type TicketPatch } from './change-store.ts';
import { describePatch, whyFailed } from './describe-change.ts';
import { messages } from './messages.ts';
import { putTicket, refreshSoon } from './put-tickets.ts';
import { readCurrentTicket } from './read-current.ts';
import { offerUndo } from './undo.ts';

const AFTER_PAINT_MS = 24;
const SAVED_MS = 2_000;
/** So often a change is put upon a newer ticket in which other fields changed. */
const MOST_REBASES = 3;

/** The changes of one ticket, one call at a time: what is chosen meanwhile waits and is sent as one. */
interface Lane {
  base: Ticket;
  sending: boolean;
  sent: TicketPatch | null;
  next: TicketPatch | null;
}

const lanes = new Map<bigint, Lane>();
/** What the last answers said: a page that has not drawn them yet still hands over the ticket as it was. */
const answered = new Map<bigint, Ticket>();

/**
 * Changes a ticket: shown at once, saved behind it, undone from the toast. What is so already is not sent; a choice
 * made while another one is on its way wins, whatever the answer to the first says.
 * @param ticket as the service has it; with `version` a change by somebody else is never overwritten
 */
export function changeTicket(ticket: Ticket, patch: TicketPatch): void {
  const lane = lanes.get(ticket.id) ?? { base: newestOf(ticket), sending: false, sent: null, next: null };
  lanes.set(ticket.id, lane);
  lane.next = lane.next === null ? patch : mergePatches(lane.next, patch);
  show(lane);
  if (!lane.sending) void send(lane);
}

function newestOf(ticket: Ticket): Ticket {
  const known = answered.get(ticket.id);
  return known !== undefined && (known.version ?? 0) > (ticket.version ?? 0) ? known : ticket;
}

function show({ base, sent, next }: Lane): void {
  const patch = sent === null ? next : next === null ? sent : mergePatches(sent, next);
  if (patch !== null) setChange(base.id, { fields: changedFields(base, patch), state: 'saving' });
}

async function send(lane: Lane): Promise<void> {
  lane.sending = true;
  // What was chosen is drawn first: to send a call takes longer than a frame may.
  await new Promise((resolve) => setTimeout(resolve, AFTER_PAINT_MS));
  const { id } = lane.base;
  let isSaved = false;
  while (lane.next !== null) {
    const patch = lane.next;
    lane.sent = patch;
    lane.next = null;
    const before = lane.base;
    try {
      const saved = await save(lane, patch);
      if (saved !== null) {
        isSaved = true;
        putTicket(lane.base);
        offer(before, lane.base, patch, saved);
      }
    } catch (error) {
      lanes.delete(id);
      fail(lane, patch, error);
      refreshSoon();
      return;
    }
    lane.sent = null;
    show(lane);
  }
  lanes.delete(id);
  if (!isSaved) return setChange(id, null);
  const done = { fields: {}, state: 'saved' } as const;
  setChange(id, done);
  const last = lane.base;
  answered.set(id, last);
  setTimeout(() => {
    if (changeOf(id) === done) setChange(id, null);
    if (answered.get(id) === last) answered.delete(id);
  }, SAVED_MS);
  refreshSoon();
}

interface Saved {
  readonly undoToken: string | null;
  readonly fields: ChangedFields;
}

/** Null when there was nothing to change. @throws ApiFailure, or ConflictError with what is there now. */
async function save(lane: Lane, patch: TicketPatch): Promise<Saved | null> {
  for (let attempt = 0; ; attempt += 1) {
    const fields = changedFields(lane.base, patch);
    if (isNoChange(fields)) return null;
    try {
      const { undo_token, ...ticket } = await call(updateTicket, { body: bodyOf(lane.base, fields) });
      lane.base = ticket;
      return { undoToken: undo_token ?? null, fields };
    } catch (error) {
      const current = error instanceof ApiFailure && error.kind === 'conflict' ? await readCurrentTicket(error) : null;
      if (current === null) throw error;
      const isMine = isNoChange(changedFields(current, patch));
      // An answer that got lost: the service has saved it already.
      if (isMine) {
        lane.base = current;
        return { undoToken: null, fields };
      }
      if (touchesSame(fields, lane.base, current) || attempt === MOST_REBASES) {
        throw new ConflictError(lane.base, current);
      }
      lane.base = current;
      putTicket(current);
    }
  }
}

class ConflictError extends Error {
  readonly before: Ticket;
  readonly current: Ticket;

  constructor(before: Ticket, current: Ticket) {
    super(messages.conflict);
    this.before = before;
    this.current = current;
  }
}

function bodyOf(base: Ticket, fields: ChangedFields): Body<typeof UpdateRow> {
  const { assignee_name: _name, ...wire } = fields;
  return { id: base.id, ...wire, ...(base.version === undefined ? {} : { version: base.version }) };
}

function fail(lane: Lane, patch: TicketPatch, error: unknown): void {
  const { base, next } = lane;
  const wanted = next === null ? patch : mergePatches(patch, next);
  const what = messages.number(String(base.ticket_number));
  const dismiss = () => setChange(base.id, null);
  if (error instanceof ConflictError) {
    const { before, current } = error;
    putTicket(current);
    const applyMine = () => changeTicket(current, wanted);
    setChange(base.id, {
      fields: {},
      state: 'failed',
      reason: messages.why.conflict,
      retry: applyMine,
      dismiss,
      conflict: { before, current, patch: wanted, keepTheirs: dismiss, applyMine },
    });
    announce(messages.failed(what, messages.why.conflict), 'assertive');
    return;
  }
  const reason = whyFailed(error);
  setChange(base.id, { fields: {}, state: 'failed', reason, dismiss, retry: () => changeTicket(base, wanted) });
  announce(messages.failed(what, reason), 'assertive');
}

function offer(before: Ticket, after: Ticket, patch: TicketPatch, { undoToken, fields }: Saved): void {
  const what = messages.number(String(after.ticket_number));
  const text = messages.done(what, describePatch(patch, displayZone()));
  let isAnswerLost = false;
  const undo = async (): Promise<void> => {
    try {
      if (undoToken === null) await putBack(after, inverseOf(before, fields));
      else await undoByToken(undoToken, after.id);
      announce(messages.undone(what));
    } catch (error) {
      const kind = error instanceof ApiFailure ? error.kind : null;
      // The undo whose answer was lost was the one that counted.
      if (kind === 'conflict' && isAnswerLost) return announce(messages.undone(what));
      if (kind === 'conflict') return void toast({ kind: 'info', text: messages.notUndone(what) });
      isAnswerLost ||= kind === 'timeout' || kind === 'network';
      toast({
        kind: 'error',
        text: messages.undoFailed(what, whyFailed(error)),
        requestId: error instanceof ApiFailure ? error.requestId : null,
        action: { label: messages.retry, run: () => void undo() },
      });
    } finally {
      setChange(after.id, null);
      refreshSoon();
    }
  };
  offerUndo({ text, undo });
}

/** @throws ApiFailure, of kind conflict where the ticket was changed since. */
async function undoByToken(token: string, id: bigint): Promise<void> {
  const { failed } = await call(undoTickets, { body: { undo_token: token } });
  // The next change must begin with the ticket as it is now.
  putTicket(await call(getTicket, { query: { id } }));
  if (failed > 0) throw new ApiFailure('conflict', messages.conflict);
}

/** Without the extension the old values are written again; resolved times are new then. */
async function putBack(after: Ticket, fields: ChangedFields): Promise<void> {
  setChange(after.id, { fields, state: 'saving' });
  const { undo_token: _token, ...ticket } = await call(updateTicket, { body: bodyOf(after, fields) });
  putTicket(ticket);
}
