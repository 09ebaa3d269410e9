import type { Body } from '#contract/operation.ts';
import { undoTickets } from '#contract/ticket-bulk.ts';
import { updateTicket } from '#contract/ticket-writes.ts';
import { type Ticket, getTicket } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { write } from '#src/api/write.ts';
import { changedFields, differsFrom, inverseOf, isNoChange, touchesSame } from './apply-patch.ts';
import type { ChangedFields, TicketPatch } from './change-store.ts';
import { newestOwnVersion, noteOwnWrite, readCurrentTicket, setTicketsInCache } from './ticket-cache.ts';

/** How often a change is rebased on a newer ticket in which only other fields changed. */
const MAX_REBASES = 3;

/** How to undo a saved change. */
export interface Inverse {
  /** Null where the service gave none: the old values are written again. */
  readonly token: string | null;
  readonly fields: ChangedFields;
  /** The answer to the change; absent where none came. */
  readonly saved?: Ticket;
}

/** Another person changed the same field meanwhile. */
export class ConflictError extends Error {
  readonly before: Ticket;
  readonly current: Ticket;

  constructor(before: Ticket, current: Ticket) {
    super(`ticket ${current.id} was changed by another person`);
    this.before = before;
    this.current = current;
  }
}

/**
 * Saves a patch with the version of `ticket`. Where only other fields changed meanwhile, the patch is applied on top.
 * @param mayBeSaved an earlier call had no answer
 * @returns the ticket as it is now, and the inverse; null where the ticket already was as wanted
 * @throws ApiFailure, or ConflictError
 */
export async function savePatch(
  ticket: Ticket,
  patch: TicketPatch,
  mayBeSaved: boolean,
): Promise<{ readonly now: Ticket; readonly inverse: Inverse | null }> {
  let base = ticket;
  for (let attempt = 0; ; attempt += 1) {
    const fields = changedFields(base, patch);
    if (isNoChange(fields)) return { now: base, inverse: null };
    const old = inverseOf(base, fields);
    try {
      const { ticket: now, undoToken: token } = await writeFields(base, fields);
      return { now, inverse: { token, fields: old, saved: now } };
    } catch (error) {
      const current = error instanceof ApiFailure && error.kind === 'conflict' ? readCurrentTicket(error) : null;
      if (current === null) throw error;
      if (isNoChange(changedFields(current, patch))) {
        // Either another person wanted the same, or this is the change whose answer was lost.
        const isOwn = mayBeSaved && current.version === newestOwnVersion(base.id, base.version) + 1;
        if (isOwn) noteOwnWrite(current);
        return { now: current, inverse: isOwn ? { token: null, fields: old } : null };
      }
      if (touchesSame(fields, base, current) || attempt === MAX_REBASES) throw new ConflictError(base, current);
      base = current;
      setTicketsInCache([current]);
    }
  }
}

/** @throws ApiFailure */
async function writeFields(
  base: Ticket,
  fields: ChangedFields,
): Promise<{ readonly ticket: Ticket; readonly undoToken: string | null }> {
  const { assignee_name: _name, ...wire } = fields;
  const version = base.version === undefined ? {} : { version: newestOwnVersion(base.id, base.version) };
  const body: Body<typeof updateTicket> = { id: base.id, ...wire, ...version };
  const { undo_token, ...ticket } = await write(updateTicket, { body }, { refetch: 'none' });
  noteOwnWrite(ticket);
  return { ticket, undoToken: undo_token ?? null };
}

export function readTicket(id: bigint): Promise<Ticket> {
  return call(getTicket, { query: { id } });
}

interface Undone {
  readonly now: Ticket;
  /** Another person has changed the ticket since, so it was left alone. */
  readonly isKept: boolean;
}

/**
 * Undoes a saved change: by its token, or by writing the old values.
 * @param mayBeUndone an earlier call had no answer
 * @throws ApiFailure
 */
export async function saveInverse(base: Ticket, inverse: Inverse, mayBeUndone: boolean): Promise<Undone> {
  const { token, fields, saved } = inverse;
  if (token === null) return writeOld(base, fields);
  const { id } = base;
  let isKept = false;
  try {
    const { failed, results } = await write(undoTickets, { body: { undo_token: token } }, { refetch: 'none' });
    const version = results[0]?.version;
    isKept = failed > 0;
    if (!isKept && version != null) noteOwnWrite({ id, version });
  } catch (error) {
    // A used token: either the lost call used it, or another tab.
    if (!(error instanceof ApiFailure) || error.kind !== 'conflict') throw error;
    isKept = !mayBeUndone;
  }
  const now = await readTicket(id);
  // The service refuses the token after any other change of the ticket, including one's own of other fields.
  const isOnlyOwnSince =
    saved !== undefined &&
    now.version !== undefined &&
    now.version === newestOwnVersion(id, saved.version) &&
    !touchesSame(fields, saved, now);
  return isKept && isOnlyOwnSince ? writeOld(now, fields) : { now, isKept };
}

/** This sets a new resolved time; only the undo token restores the old one. */
async function writeOld(base: Ticket, fields: ChangedFields): Promise<Undone> {
  if (!differsFrom(base, fields)) return { now: base, isKept: false };
  try {
    return { now: (await writeFields(base, fields)).ticket, isKept: false };
  } catch (error) {
    const current = error instanceof ApiFailure && error.kind === 'conflict' ? readCurrentTicket(error) : null;
    if (current === null) throw error;
    return { now: current, isKept: differsFrom(current, fields) };
  }
}
