import type { Body } from '#contract/operation.ts';
import { readPayload } from '#contract/read-payload.ts';
import { createTicket, updateTicket } from '#contract/ticket-writes.ts';
import { type Ticket, getTicket, listTickets } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { queryClient } from '#src/api/query-client.ts';
import { write } from '#src/api/write.ts';
import { changedFields, inverseOf, isNoChange, touchesSame } from './apply-patch.ts';
import type { ChangedFields, TicketPatch } from './change-store.ts';
import { newestOwnVersion, noteOwnWrite } from './own-writes.ts';
import type { Way } from './ticket-steps.ts';

/** So often a change is put upon a newer ticket in which other fields changed. */
const MAX_REBASES = 3;

/** How a change was sent. */
export interface SentChange {
  /** The ticket as it is now. */
  readonly now: Ticket;
  /** What it changed; null where the ticket was so already. */
  readonly way: Way | null;
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

/** No answer at all. What may have arrived all the same is found by its version when it is sent again. */
export function isUnreached(error: unknown): boolean {
  return error instanceof ApiFailure && (error.kind === 'network' || error.kind === 'timeout');
}

/**
 * Saves a patch with the version it is based on; where only other fields changed meanwhile it goes on top of them.
 * @param wasTried it was sent before, and no answer came: the service may have it
 * @throws ApiFailure, or ConflictError with what is there now
 */
export async function saveTicket(ticket: Ticket, patch: TicketPatch, wasTried: boolean): Promise<SentChange> {
  let base = ticket;
  for (let attempt = 0; ; attempt += 1) {
    const fields = changedFields(base, patch);
    if (isNoChange(fields)) return { now: base, way: null };
    const back = inverseOf(base, fields);
    try {
      const { ticket: now, undoToken: token } = await writeFields(base, fields);
      return { now, way: { token, back, saved: now } };
    } catch (error) {
      const current = error instanceof ApiFailure && error.kind === 'conflict' ? readCurrentTicket(error) : null;
      if (current === null) throw error;
      // Another person wanted the same, or it was this change, whose answer got lost.
      const isSo = isNoChange(changedFields(current, patch));
      // The next version is that of the lost answer.
      if (isSo && wasTried && current.version === newestOwnVersion(base.id, base.version) + 1) noteOwnWrite(current);
      if (isSo) return { now: current, way: wasTried ? { token: null, back } : null };
      if (touchesSame(fields, base, current) || attempt === MAX_REBASES) throw new ConflictError(base, current);
      base = current;
      setTicketsInCache([current]);
    }
  }
}

/** One PATCH of the fields; the caller refreshes what it touches when its run of changes is over. @throws ApiFailure */
export async function writeFields(
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

/** The present ticket that came with a 409; null when the service sent none. */
export function readCurrentTicket(failure: ApiFailure): Ticket | null {
  if (failure.current === undefined) return null;
  try {
    // The row whose reply is the Ticket alone.
    return readPayload(createTicket, { ok: true, data: failure.current });
  } catch {
    return null;
  }
}

interface ListPage {
  readonly items?: readonly Ticket[];
}

/** Every ticket that this browser holds, by its id, the newest version of each. */
export function cachedTickets(): Map<bigint, Ticket> {
  const lists = queryClient.getQueriesData<ListPage>({ queryKey: [listTickets.resource] });
  const pages = queryClient.getQueriesData<Ticket>({ queryKey: [getTicket.resource] });
  const known = new Map<bigint, Ticket>();
  for (const ticket of [...lists.flatMap(([, list]) => list?.items ?? []), ...pages.flatMap(([, one]) => one ?? [])]) {
    if ((ticket.version ?? 0) >= (known.get(ticket.id)?.version ?? 0)) known.set(ticket.id, ticket);
  }
  return known;
}

/** The newest version of one ticket that this browser holds. */
export function cachedTicket(id: bigint): Ticket | null {
  const lists = queryClient.getQueriesData<ListPage>({ queryKey: [listTickets.resource] });
  const pages = queryClient.getQueriesData<Ticket>({ queryKey: [getTicket.resource] });
  const found = [...lists.map(([, list]) => list?.items?.find((one) => one.id === id)), ...pages.map(([, one]) => one)];
  return found.reduce<Ticket | null>((newest, one) => (one?.id === id ? newerOf(one, newest) : newest), null);
}

/** Of two states of a ticket the later one; the first where they have no version. */
export function newerOf(first: Ticket, second: Ticket | null): Ticket {
  return second !== null && (second.version ?? 0) > (first.version ?? 0) ? second : first;
}

/** Puts the new state of a ticket into every list and page that shows it: rows change in place and do not move. */
export function setTicketsInCache(tickets: readonly Ticket[]): void {
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const merge = <Shown extends Ticket>(shown: Shown): Shown => {
    const now = byId.get(shown.id);
    return now === undefined ? shown : { ...shown, ...now };
  };
  setInCache<ListPage>(listTickets.resource, (page) =>
    page.items?.some(({ id }) => byId.has(id)) === true ? { ...page, items: page.items.map(merge) } : page,
  );
  setInCache<Ticket>(getTicket.resource, merge);
}

function setInCache<Data>(resource: string, change: (data: Data) => Data): void {
  // Answers that are on their way may be of before the change. What is shown stays.
  void queryClient.cancelQueries({ queryKey: [resource], predicate: ({ state }) => state.data !== undefined });
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: [resource] })) {
    queryClient.setQueryData<Data>(queryKey, (data) => (data === undefined ? data : change(data)), {
      // As a whole it is no newer than it was.
      updatedAt: state.dataUpdatedAt,
    });
  }
}
