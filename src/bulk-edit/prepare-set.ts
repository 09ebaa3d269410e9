import { MAX_FILTER_VALUES } from '#contract/filter-rules.ts';
import { writeJson } from '#contract/json.ts';
import { getTicket, listTickets, listTicketsUncounted, ticketSelectionText, type Ticket } from '#contract/tickets.ts';
import { changedFields, inverseOf, isNoChange } from '#src/ticket-edit/update/apply-patch.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { cachedTickets } from '#src/ticket-edit/update/save-ticket.ts';
import {
  callWhenAllowed,
  chunksOf,
  dryRun,
  forEachConcurrently,
  Halted,
  type DryRunResult,
  type WaitOptions,
} from './job-calls.ts';
import { settleRow, type JobRow } from './receipt.ts';

const PAGE = 200;
/** Of more tickets those on screen have to do, unless a person is to be told what is in the set. */
const MAX_FOR_RECEIPT = 1_000;

export type JobSelection =
  | { readonly ids: readonly bigint[] }
  /** Parameters of GET tickets as text: everything that they match. */
  | { readonly query: Readonly<Record<string, string>>; readonly total: number };

/** A set that is fixed: which tickets, in which version, and what would become of each. */
export interface PreparedSet {
  readonly rows: JobRow[];
  /** The tickets of them that are known. */
  readonly tickets: ReadonlyMap<bigint, Ticket>;
}

interface PrepareOptions extends WaitOptions {
  readonly patch: TicketPatch;
  /** The service has a bulk change, which judges a set before it changes anything. */
  readonly hasBulk: boolean;
  /** Every ticket has to be known as it was judged, because a person is shown what is in the set. */
  readonly isShown: boolean;
}

/** Fixes the set that a job changes. @throws Halted, or ApiFailure */
export async function prepareSet(selection: JobSelection, options: PrepareOptions): Promise<PreparedSet> {
  const { patch, hasBulk, isShown, ...wait } = options;
  if (!hasBulk) return prepareByList(selection, patch, wait);
  const set = 'ids' in selection ? selection : { filter: { ...selection.query } };
  const earlier = cachedTickets();
  const results = await dryRun(set, patch, wait);
  const tickets = await (isShown ? ticketsAsJudged : ticketsForReceipt)(selection, results, wait);
  const rows = results.map(({ id, ticket_number: number, version, outcome, code, message }) => {
    const ticket = tickets.get(id);
    // It may have changed while it was judged.
    const judged = [ticket, earlier.get(id)].find((known) => known?.version === version);
    const row = newRow(id, judged, patch);
    Object.assign(row, { number, subject: ticket?.subject ?? null, version });
    if (outcome === 'unchanged') row.state = 'unchanged';
    else if (outcome !== 'changed') settleRow(row, 'failed', { code: code ?? outcome, message });
    return row;
  });
  return { rows, tickets };
}

/** Without a dry run the tickets themselves are read: the values before are known then. */
async function prepareByList(selection: JobSelection, patch: TicketPatch, wait: WaitOptions): Promise<PreparedSet> {
  const tickets = 'ids' in selection ? await findById(selection.ids, wait) : await findMatching(selection.query, wait);
  const rows = tickets.map((ticket) => {
    const row = newRow(ticket.id, ticket, patch);
    if (isNoChange(changedFields(ticket, patch))) row.state = 'unchanged';
    return row;
  });
  return { rows, tickets: new Map(tickets.map((ticket) => [ticket.id, ticket])) };
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

/** Every ticket in the version that the dry run judged; where it has changed again since, as it is now. */
async function ticketsAsJudged(selection: JobSelection, judged: readonly DryRunResult[], wait: WaitOptions) {
  const known = cachedTickets();
  const isMissing = ({ id, version }: DryRunResult): boolean => known.get(id)?.version !== version;
  if ('query' in selection && judged.some(isMissing))
    for (const ticket of await findMatching(selection.query, wait)) known.set(ticket.id, ticket);
  // Pages move while tickets come and go: what slipped through is asked for by its number.
  const numbers = judged.filter(isMissing).flatMap(({ ticket_number: number }) => number ?? []);
  await forEachConcurrently(chunksOf(numbers, MAX_FILTER_VALUES), async (value) => {
    const filter = writeJson({ all: [{ field: 'ticket_number', op: 'any_of', value }] });
    const { items } = await callWhenAllowed(listTicketsUncounted, { query: { filter, limit: PAGE } }, wait);
    for (const ticket of items) known.set(ticket.id, ticket);
  });
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
