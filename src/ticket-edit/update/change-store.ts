import { createAtom, useSelector } from '@tanstack/react-store';
import { useMemo } from 'react';
import type { Ticket, TicketPriority, TicketStatus } from '#contract/tickets.ts';

/** A wanted change. Fields that are left out stay as they are. */
export interface TicketPatch {
  readonly status?: TicketStatus;
  readonly priority?: TicketPriority;
  readonly assignee?: { readonly id: string; readonly name: string } | null;
  readonly addTags?: readonly string[];
  readonly removeTags?: readonly string[];
  /** ISO instant in UTC; null wakes the ticket. */
  readonly snoozedUntilUtc?: string | null;
}

/** The fields of a ticket as they will be when the change is through. */
export type ChangedFields = Partial<
  Pick<Ticket, 'status' | 'priority' | 'assignee_agent_id' | 'assignee_name' | 'tags' | 'snoozed_until_utc'>
>;

/** Another person changed the same fields. */
export interface Conflict {
  /** The ticket as it was when the change was chosen, and as it is now. */
  readonly before: Ticket;
  readonly current: Ticket;
  /** Not saved. */
  readonly patches: readonly TicketPatch[];
  readonly keepTheirs: () => void;
  readonly applyMine: () => void;
}

/** A change of one ticket under way, shown on its row and in its properties. */
export interface TicketChange {
  readonly fields: ChangedFields;
  /** `waiting`: for its turn in a bulk change; `offline`: for a connection; `outgoing`: goes with a message that waits. */
  readonly state: 'waiting' | 'offline' | 'saving' | 'saved' | 'failed' | 'outgoing';
  /** Why it failed, in words. */
  readonly reason?: string;
  readonly retry?: () => void;
  /** Lets a failed change go: the ticket is as the service has it. */
  readonly dismiss?: () => void;
  readonly conflict?: Conflict;
  /** Its row stays in the lists, also where the ticket matches no longer: Retry and Dismiss stand on it. */
  readonly holdsRow?: boolean;
}

type Changes = ReadonlyMap<bigint, TicketChange>;

export const changes = createAtom<Changes>(new Map());

export function changeOf(id: bigint): TicketChange | undefined {
  return changes.get().get(id);
}

/** Null: nothing is under way any more. */
export function setChange(id: bigint, change: TicketChange | null): void {
  setChanges([[id, change]]);
}

/** Many in one go: a bulk change touches hundreds of rows, and each row is notified once. */
export function setChanges(entries: Iterable<readonly [bigint, TicketChange | null]>): void {
  const next = new Map(changes.get());
  for (const [id, change] of entries) {
    if (change === null) next.delete(id);
    else next.set(id, change);
  }
  changes.set(next);
}

/** After a sign-out nothing of the site stays. */
export function forgetChanges(): void {
  changes.set(new Map());
}

export function useTicketChange(id: bigint | undefined): TicketChange | undefined {
  const change = useSelector(changes, (all) => (id === undefined ? undefined : all.get(id)));
  const status = useSelector(outgoingStatuses, (all) => (id === undefined ? undefined : all.get(id)?.status));
  return useMemo(() => withOutgoing(change, status), [change, status]);
}

interface OutgoingStatus {
  readonly status: TicketStatus;
  /** Its message has been tried: it goes before whatever is chosen now. */
  readonly isTried: boolean;
}

/** Statuses that go out with messages that wait: shown from the press on. */
export const outgoingStatuses = createAtom<ReadonlyMap<bigint, OutgoingStatus>>(new Map());

/** A message that still sets one is the last choice. */
function withOutgoing(change: TicketChange | undefined, status: TicketStatus | undefined): TicketChange | undefined {
  if (status === undefined) return change;
  if (change === undefined) return { fields: { status }, state: 'outgoing' };
  return change.state === 'failed' || change.state === 'waiting'
    ? change
    : { ...change, fields: { ...change.fields, status } };
}

/** The ticket as it will be. What failed is not part of it, what else is chosen is. */
export function withChange<Shown extends Ticket>(ticket: Shown, change: TicketChange | undefined): Shown {
  return change === undefined || change.state === 'waiting' ? ticket : { ...ticket, ...change.fields };
}

/** The ticket as it will be: for what begins with it and does not follow. */
export function withOwnChanges<Shown extends Ticket>(ticket: Shown): Shown {
  const { id } = ticket;
  return withChange(ticket, withOutgoing(changeOf(id), outgoingStatuses.get().get(id)?.status));
}

let currentId: bigint | null = null;

/** The ticket that the cursor of the list is on: its row stays until the cursor has left it. Null: on none. */
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
 * A page that was fetched anew, with the row of the cursor, which no answer moves, and the rows of before whose change is
 * not through: the service may have saved one whose answer was lost, and its row would leave with the button that tries again.
 */
export function keepHeldRows<Shown extends Page>(before: Page | undefined, page: Shown): Shown {
  const rows = before?.items ?? [];
  const held = rows.filter(({ id }) => isHeld(id) && !page.items.some((ticket) => ticket.id === id));
  // Don't keep the cursor's row in an otherwise empty list.
  const isDone = page.total_count === 0 && held.every(({ id }) => changeOf(id)?.holdsRow !== true);
  if (held.length === 0 || isDone) return page;
  const items = [...page.items];
  // Behind the nearest row that was before it: several may have left since.
  for (const ticket of held) {
    const above = rows.slice(0, rows.indexOf(ticket)).map(({ id }) => id);
    items.splice(items.findLastIndex(({ id }) => above.includes(id)) + 1, 0, ticket);
  }
  // Of a page of many, one that is held for the cursor alone may be counted further down.
  const isWhole = page.items.length === page.total_count;
  const uncounted = held.filter(({ id }) => isWhole || changeOf(id)?.holdsRow === true);
  return { ...page, items, total_count: page.total_count + uncounted.length };
}
