import type { Ticket } from '#contract/tickets.ts';
import { getTicket, listTickets } from '#contract/tickets.ts';
import { queryClient } from '#src/api/query-client.ts';
import { changedFields, inverseOf } from '#src/ticket-edit/update/apply-patch.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import type { JobRow, Receipt } from './receipt.ts';
import type { JobView, PauseReason } from './job-store.ts';

/** A job in this tab: its receipt, and what is known only while it runs. */
export interface Job {
  readonly receipt: Receipt;
  phase: Exclude<JobView['phase'], 'preparing'>;
  pauseReason: PauseReason | null;
  error: unknown;
  /** Aborted by Pause, Stop and Undo. */
  halt: AbortController;
  isStopping: boolean;
  waits: number;
  runningSinceMs: number;
  doneSince: number;
}

export function makeJob(receipt: Receipt): Job {
  return {
    receipt,
    phase: receipt.phase === 'running' ? 'paused' : receipt.phase,
    pauseReason: receipt.phase === 'running' ? 'reload' : null,
    error: null,
    halt: new AbortController(),
    isStopping: false,
    waits: 0,
    runningSinceMs: 0,
    doneSince: 0,
  };
}

export function rowsIn(job: Job, ...states: readonly JobRow['state'][]): JobRow[] {
  return job.receipt.rows.filter((row) => states.includes(row.state));
}

export function isLeft(row: JobRow): boolean {
  return row.state === 'waiting' || row.state === 'sending' || row.state === 'unsure';
}

export function failRow(row: JobRow, code: string, message: string | null, requestId: string | null = null): void {
  row.state = 'failed';
  row.code = code;
  row.message = message;
  row.requestId = requestId;
}

export function settleRow(row: JobRow, state: 'saved' | 'unchanged' | 'undone', version: number | null): void {
  row.state = state;
  row.version = version;
  row.code = null;
  row.message = null;
}

/** Whether Undo can put this ticket back: by a token of the service, or by the values that this browser stored. */
export function isUndoable(row: JobRow): boolean {
  return row.state === 'saved' && (row.token !== null || row.before !== null);
}

/** Every ticket that this browser holds, by its id. */
export function cachedTickets(): ReadonlyMap<bigint, Ticket> {
  const known = new Map<bigint, Ticket>();
  for (const [, page] of queryClient.getQueriesData<{ readonly items?: readonly Ticket[] }>({
    queryKey: [listTickets.resource],
  })) {
    for (const ticket of page?.items ?? []) keepNewer(known, ticket);
  }
  for (const [, ticket] of queryClient.getQueriesData<Ticket>({ queryKey: [getTicket.resource] })) {
    if (ticket !== undefined) keepNewer(known, ticket);
  }
  return known;
}

function keepNewer(known: Map<bigint, Ticket>, ticket: Ticket): void {
  const other = known.get(ticket.id);
  if (other === undefined || (ticket.version ?? 0) >= (other.version ?? 0)) known.set(ticket.id, ticket);
}

/** A new row; `ticket` where this browser holds it, for its subject and its values before. */
export function newRow(id: bigint, ticket: Ticket | undefined, patch: TicketPatch): JobRow {
  return {
    id,
    number: ticket?.ticket_number ?? null,
    subject: ticket?.subject ?? null,
    version: ticket?.version ?? null,
    state: 'waiting',
    code: null,
    message: null,
    requestId: null,
    before: ticket === undefined ? null : knownFields(inverseOf(ticket, changedFields(ticket, patch))),
    token: null,
  };
}

/** Without the fields that are there and undefined. */
function knownFields(fields: ReturnType<typeof inverseOf>): NonNullable<JobRow['before']> {
  const { status, priority, assignee_agent_id: agent, assignee_name: name, tags, snoozed_until_utc: snooze } = fields;
  return {
    ...(status === undefined ? {} : { status }),
    ...(priority === undefined ? {} : { priority }),
    ...(agent === undefined ? {} : { assignee_agent_id: agent, assignee_name: name ?? null }),
    ...(tags === undefined ? {} : { tags }),
    ...(snooze === undefined ? {} : { snoozed_until_utc: snooze }),
  };
}
