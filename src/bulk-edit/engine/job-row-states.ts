import type { Ticket } from '#contract/tickets.ts';
import { changedFields } from './apply-patch.ts';
import { changeOf, setChange, type TicketChange, type TicketPatch } from './change-store.ts';
import type { JobRow } from './job-receipt.ts';
import { messages } from './messages.ts';

/** Shows on the rows of the list how far the job is with each ticket. */
export class JobMarks {
  readonly #tickets: ReadonlyMap<bigint, Ticket>;
  readonly #patch: TicketPatch;
  readonly #retry: (id: bigint) => void;
  readonly #marks = new Map<bigint, TicketChange>();

  constructor(tickets: ReadonlyMap<bigint, Ticket>, patch: TicketPatch, retry: (id: bigint) => void) {
    this.#tickets = tickets;
    this.#patch = patch;
    this.#retry = retry;
  }

  /** @param isBusy the job runs: a row is tried again when it has ended. */
  show(rows: readonly JobRow[], isBusy: boolean): void {
    for (const row of rows) this.#set(row.id, this.#markOf(row, isBusy));
  }

  /** Takes the marks away, but for those of failed rows when they shall stay. */
  clear(staysFailed: boolean): void {
    for (const [id, mark] of this.#marks) if (!staysFailed || mark.state !== 'failed') this.#set(id, null);
  }

  #markOf(row: JobRow, isBusy: boolean): TicketChange | null {
    const ticket = this.#tickets.get(row.id);
    const fields = ticket === undefined ? {} : changedFields(ticket, this.#patch);
    switch (row.state) {
      case 'waiting':
        return { fields: {}, state: 'waiting' };
      case 'sending':
      case 'unsure':
        return { fields, state: 'saving' };
      case 'saved':
      case 'unchanged':
        return { fields, state: 'saved' };
      case 'failed':
        return {
          fields: {},
          state: 'failed',
          reason: reasonOf(row),
          ...(isBusy ? {} : { retry: () => this.#retry(row.id), dismiss: () => this.#set(row.id, null) }),
        };
      case 'undone':
      case 'skipped':
        return null;
    }
  }

  #set(id: bigint, mark: TicketChange | null): void {
    // A later change of this ticket by hand has its own mark.
    if (changeOf(id) !== undefined && changeOf(id) !== this.#marks.get(id)) return;
    if (mark === null) this.#marks.delete(id);
    else this.#marks.set(id, mark);
    setChange(id, mark);
  }
}

/** Why a row failed, short enough to stand on it. */
export function reasonOf({ code, message }: Pick<JobRow, 'code' | 'message'>): string {
  const { why } = messages;
  if (code === 'conflict') return why.conflict;
  if (code === 'not_found') return why.not_found;
  if (code === 'overloaded') return why.overloaded;
  if (code === 'insufficient_scope' || code === 'forbidden') return why.forbidden('tickets:write');
  if (code === 'internal_error') return why.server;
  return message ?? why.unreadable;
}
