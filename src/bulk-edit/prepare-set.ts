import { getTicket, listTickets, ticketSelectionText, type Ticket } from '#contract/tickets.ts';
import { changedFields, inverseOf, isNoChange } from '#src/ticket-edit/update/apply-patch.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { cachedTickets } from '#src/ticket-edit/update/ticket-cache.ts';
import {
  callWhenAllowed,
  dryRun,
  forEachConcurrently,
  Halted,
  type DryRunResult,
  type WaitOptions,
} from './job-calls.ts';
import { settleRow, type JobRow } from './receipt.ts';

const PAGE = 200;
/** Of more tickets only those on screen have subjects and old values in the receipt. */
const MAX_FOR_RECEIPT = 1_000;

export type JobSelection =
  | { readonly ids: readonly bigint[] }
  /** Parameters of GET tickets as text: everything that they match. */
  | { readonly query: Readonly<Record<string, string>>; readonly total: number };

interface PrepareOptions extends WaitOptions {
  readonly patch: TicketPatch;
  /** The service has a bulk change, which judges a set before it changes anything. */
  readonly hasBulk: boolean;
}

/** Fixes the set that a job changes: which tickets, in which version, and what becomes of each. @throws Halted, or ApiFailure */
export async function prepareSet(selection: JobSelection, options: PrepareOptions): Promise<JobRow[]> {
  const { patch, hasBulk, ...wait } = options;
  if (!hasBulk) return prepareByList(selection, patch, wait);
  const set = 'ids' in selection ? selection : { filter: { ...selection.query } };
  const earlier = cachedTickets();
  const results = await dryRun(set, patch, wait);
  const tickets = await ticketsForReceipt(selection, results, wait);
  return results.map(({ id, ticket_number: number, version, outcome, code, message }) => {
    const ticket = tickets.get(id);
    // It may have changed while it was judged.
    const judged = [ticket, earlier.get(id)].find((known) => known?.version === version);
    const row = newRow(id, judged, patch);
    Object.assign(row, { number, subject: ticket?.subject ?? null, version });
    if (outcome === 'unchanged') row.state = 'unchanged';
    else if (outcome !== 'changed') settleRow(row, 'failed', { code: code ?? outcome, message });
    return row;
  });
}

/** Without a dry run the tickets themselves are read: the values before are known then. */
async function prepareByList(selection: JobSelection, patch: TicketPatch, wait: WaitOptions): Promise<JobRow[]> {
  const tickets = 'ids' in selection ? await findById(selection.ids, wait) : await findMatching(selection.query, wait);
  return tickets.map((ticket) => {
    const row = newRow(ticket.id, ticket, patch);
    if (isNoChange(changedFields(ticket, patch))) row.state = 'unchanged';
    return row;
  });
}

/** @param ticket where this browser holds it, for its subject and its values before */
function newRow(id: bigint, ticket: Ticket | undefined, patch: TicketPatch): JobRow {
  return {
    id,
    number: ticket?.ticket_number ?? null,
    subject: ticket?.subject ?? null,
    version: ticket?.version ?? null,
    state: 'waiting',
    code: null,
    message: null,
    requestId: null,
    before: ticket === undefined ? null : inverseOf(ticket, changedFields(ticket, patch)),
    token: null,
  };
}

/** With subjects and values from before, a receipt says more. */
async function ticketsForReceipt(selection: JobSelection, judged: readonly DryRunResult[], wait: WaitOptions) {
  const known = cachedTickets();
  if ('ids' in selection || judged.length > MAX_FOR_RECEIPT) return known;
  try {
    for (const ticket of await findMatching(selection.query, wait)) known.set(ticket.id, ticket);
  } catch (error) {
    if (error instanceof Halted) throw error;
    // The job does not need them.
  }
  return known;
}

/** One call a ticket that is not in the cache: for a service that cannot be asked for several. */
async function findById(ids: readonly bigint[], wait: WaitOptions): Promise<readonly Ticket[]> {
  const known = cachedTickets();
  const tickets: Ticket[] = [];
  for (const id of ids) tickets.push(known.get(id) ?? (await callWhenAllowed(getTicket, { query: { id } }, wait)));
  return tickets;
}

/** Tickets that come in meanwhile move the pages: each ticket counts once. */
async function findMatching(query: Readonly<Record<string, string>>, wait: WaitOptions): Promise<readonly Ticket[]> {
  const chosen = ticketSelectionText.parse(query);
  const byId = new Map<bigint, Ticket>();
  const fetchPage = async (skip: number): Promise<number> => {
    const page = { query: { ...chosen, limit: PAGE, skip } };
    const { items, total_count: total } = await callWhenAllowed(listTickets, page, wait);
    for (const ticket of items) byId.set(ticket.id, ticket);
    return total;
  };
  const total = await fetchPage(0);
  const others = Array.from({ length: Math.max(0, Math.ceil(total / PAGE) - 1) }, (_, page) => (page + 1) * PAGE);
  await forEachConcurrently(others, fetchPage);
  return [...byId.values()];
}
