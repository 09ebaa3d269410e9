import type { Ticket } from '#contract/tickets.ts';
import { messages } from '#src/ticket-edit/messages.ts';
import { changedFields } from '#src/ticket-edit/update/apply-patch.ts';
import { changeOf, setChanges, type TicketChange, type TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { cachedTickets } from '#src/ticket-edit/update/tickets-cache.ts';
import type { JobRow } from './receipt.ts';

/** Shows on the rows of the list how far a job is with each ticket. */
export class RowStates {
  readonly #tickets: ReadonlyMap<bigint, Ticket> = cachedTickets();
  readonly #patch: TicketPatch;
  readonly #retry: (id: bigint) => void;
  readonly #shown = new Map<bigint, TicketChange>();

  constructor(patch: TicketPatch, retry: (id: bigint) => void) {
    this.#patch = patch;
    this.#retry = retry;
  }

  /** @param isRunning a row is tried again only when the job has ended */
  show(rows: readonly JobRow[], isRunning: boolean): void {
    this.#set(rows.map((row) => [row.id, this.#stateOf(row, isRunning)]));
  }

  /** Takes them away, but for those of failed rows when they shall stay. */
  clear(keepsFailed: boolean): void {
    const gone = [...this.#shown].filter(([, { state }]) => !keepsFailed || state !== 'failed');
    this.#set(gone.map(([id]) => [id, null]));
  }

  #stateOf(row: JobRow, isRunning: boolean): TicketChange | null {
    const ticket = this.#tickets.get(row.id);
    const fields = ticket === undefined ? {} : changedFields(ticket, this.#patch);
    switch (row.state) {
      case 'waiting':
        return { fields: {}, state: 'waiting' };
      case 'sending':
        return { fields, state: 'saving' };
      case 'unsure':
        // While the job stands still, it is not looked at.
        return isRunning ? { fields, state: 'saving' } : { fields: {}, state: 'waiting' };
      case 'saved':
      case 'unchanged':
        return { fields, state: 'saved' };
      case 'failed':
        return {
          fields: {},
          state: 'failed',
          reason: reasonOf(row),
          ...(isRunning ? {} : { retry: () => this.#retry(row.id), dismiss: () => this.#set([[row.id, null]]) }),
        };
      case 'undone':
      case 'skipped':
        return null;
    }
  }

  #set(entries: readonly (readonly [bigint, TicketChange | null])[]): void {
    // A later change of a ticket by hand has its own state.
    const own = entries.filter(([id]) => changeOf(id) === undefined || changeOf(id) === this.#shown.get(id));
    for (const [id, change] of own) {
      if (change === null) this.#shown.delete(id);
      else this.#shown.set(id, change);
    }
    setChanges(own);
  }
}

/** Why a row failed, short enough to stand on it. */
function reasonOf({ code, message }: JobRow): string {
  const { why } = messages;
  if (code === 'conflict') return why.conflict;
  if (code === 'not_found') return why.not_found;
  if (code === 'overloaded') return why.overloaded;
  if (code === 'insufficient_scope' || code === 'forbidden') return why.forbidden('tickets:write');
  if (code === 'internal_error') return why.server;
  return message ?? why.unreadable;
}
