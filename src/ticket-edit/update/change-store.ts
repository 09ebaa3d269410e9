import { createAtom, useSelector } from '@tanstack/react-store';
import type { Ticket, TicketPriority, TicketStatus } from '#contract/tickets.ts';

/** A wanted change. Fields that are left out keep their values. */
export interface TicketPatch {
  readonly status?: TicketStatus;
  readonly priority?: TicketPriority;
  readonly assignee?: { readonly id: string; readonly name: string } | null;
  readonly addTags?: readonly string[];
  readonly removeTags?: readonly string[];
  /** ISO instant in UTC; null unsnoozes the ticket. */
  readonly snoozedUntilUtc?: string | null;
}

/** The changed fields of a ticket with their new values. */
export type ChangedFields = Partial<
  Pick<Ticket, 'status' | 'priority' | 'assignee_agent_id' | 'assignee_name' | 'tags' | 'snoozed_until_utc'>
>;

/** Another person changed the same fields. */
export interface Conflict {
  /** The ticket on which the change was based, and as it is now. */
  readonly before: Ticket;
  readonly current: Ticket;
  /** Not saved. */
  readonly patches: readonly TicketPatch[];
  readonly reload: () => void;
  readonly applyAnyway: () => void;
}

/** A change of one ticket that the service has not confirmed, as rows and properties show it. */
export interface TicketChange {
  /** The values to draw over the server's copy. */
  readonly fields: ChangedFields;
  /** `waiting`: its turn in a bulk change; `outgoing`: it is sent with a message, which shows its own state. */
  readonly state: 'waiting' | 'saving' | 'saved' | 'failed' | 'outgoing';
  readonly reason?: string;
  readonly retry?: () => void;
  readonly dismiss?: () => void;
  readonly conflict?: Conflict;
  /** Keeps the row in the lists even if the ticket no longer matches, because its buttons are on the row. */
  readonly holdsRow?: boolean;
}

type Changes = ReadonlyMap<bigint, TicketChange>;

export const changes = createAtom<Changes>(new Map());

export function changeOf(id: bigint): TicketChange | undefined {
  return changes.get().get(id);
}

/** Null removes it. */
export function setChange(id: bigint, change: TicketChange | null): void {
  setChanges([[id, change]]);
}

/** Sets many at once: a bulk change touches hundreds of rows, and each row should be notified once. */
export function setChanges(entries: Iterable<readonly [bigint, TicketChange | null]>): void {
  const next = new Map(changes.get());
  for (const [id, change] of entries) {
    if (change === null) next.delete(id);
    else next.set(id, change);
  }
  changes.set(next);
}

/** For the sign-out. */
export function forgetChanges(): void {
  changes.set(new Map());
}

export function useTicketChange(id: bigint | undefined): TicketChange | undefined {
  return useSelector(changes, (all) => (id === undefined ? undefined : all.get(id)));
}

/** The server's copy with the pending changes over it. */
export function withChange<Shown extends Ticket>(ticket: Shown, change: TicketChange | undefined): Shown {
  return change === undefined || change.state === 'waiting' ? ticket : { ...ticket, ...change.fields };
}

/** The same for a caller that does not follow later changes. */
export function withOwnChanges<Shown extends Ticket>(ticket: Shown): Shown {
  return withChange(ticket, changeOf(ticket.id));
}

let currentId: bigint | null = null;

/** Keeps the row under the list's cursor in the list until the cursor leaves it. Null: the cursor is on no row. */
export function holdRow(id: bigint | null): void {
  currentId = id;
}

function isHeld(id: bigint): boolean {
  return id === currentId || changeOf(id)?.holdsRow === true;
}

interface Page {
  readonly items: readonly Ticket[];
  readonly total_count: number;
}

/**
 * A refetched page with the row under the cursor and the rows with unconfirmed changes put back in their places. The
 * service may have saved a change whose answer was lost; without its row, the Retry button would be gone.
 */
export function keepHeldRows<Shown extends Page>(before: Page | undefined, page: Shown): Shown {
  const rows = before?.items ?? [];
  const held = rows.filter(({ id }) => isHeld(id) && !page.items.some((ticket) => ticket.id === id));
  // Don't keep the cursor's row in an otherwise empty list.
  const isDone = page.total_count === 0 && held.every(({ id }) => changeOf(id)?.holdsRow !== true);
  if (held.length === 0 || isDone) return page;
  const items = [...page.items];
  // After the nearest row that was above it: several rows may have left since.
  for (const ticket of held) {
    const above = rows.slice(0, rows.indexOf(ticket)).map(({ id }) => id);
    items.splice(items.findLastIndex(({ id }) => above.includes(id)) + 1, 0, ticket);
  }
  // With more pages, the row under the cursor may be counted on a later one.
  const isWhole = page.items.length === page.total_count;
  const uncounted = held.filter(({ id }) => isWhole || changeOf(id)?.holdsRow === true);
  return { ...page, items, total_count: page.total_count + uncounted.length };
}
