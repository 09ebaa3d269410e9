import { MAX_FILTER_VALUES } from '#contract/filter-rules.ts';
import { writeJson } from '#contract/json.ts';
import type { Body, Reply } from '#contract/operation.ts';
import { bulkUpdateTickets, MAX_BULK_IDS } from '#contract/ticket-bulk.ts';
import { getTicket, listTickets, ticketSelectionText, type Ticket } from '#contract/tickets.ts';
import type { SendCall } from '#src/jobs/job.ts';
import { changedFields, inverseOf, isNoChange } from '#src/ticket-edit/update/apply-patch.ts';
import type { ChangedFields, TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { cachedTickets } from '#src/ticket-edit/update/ticket-cache.ts';

/** `unsure`: it was sent and no answer came, so it is checked before it is sent again. */
type RowState = 'waiting' | 'sending' | 'unsure' | 'saved' | 'unchanged' | 'failed' | 'undone' | 'skipped';

/** One ticket of a bulk change. */
export interface BulkRow {
  readonly id: bigint;
  readonly number: number | null;
  /** Null until it is read: a large set is listed without. */
  subject: string | null;
  /** The version that the change is based on, then the one it produced; null where the service has none. */
  version: number | null;
  state: RowState;
  code: string | null;
  message: string | null;
  requestId: string | null;
  /** The values that the change replaces; null where the service keeps them. */
  before: ChangedFields | null;
}

export type BulkSelection =
  | { readonly ids: readonly bigint[] }
  /** Parameters of GET tickets as text: everything that they match. */
  | { readonly query: Readonly<Record<string, string>>; readonly total: number };

export type BulkResult = Reply<typeof bulkUpdateTickets>['results'][number];

/** Sets the outcome of a ticket, and clears an earlier reason. */
export function settleRow(
  row: BulkRow,
  state: RowState,
  known: Partial<Pick<BulkRow, 'version' | 'code' | 'message' | 'requestId'>> = {},
): void {
  Object.assign(row, { state, code: null, message: null, requestId: null, ...known });
}

const PAGE = 200;

/**
 * Fixes the set of a bulk change: which tickets, in which version, and what the change does to each.
 * @param hasBulk whether the service has `tickets_bulk`, whose dry run judges the set
 */
export async function listSet(
  selection: BulkSelection,
  patch: TicketPatch,
  hasBulk: boolean,
  send: SendCall,
): Promise<BulkRow[]> {
  if (!hasBulk) {
    const tickets = 'ids' in selection ? await readEach(selection.ids, send) : await readAll(selection.query, send);
    return tickets.map((ticket) => {
      const changed = changedFields(ticket, patch);
      const state = isNoChange(changed) ? 'unchanged' : 'waiting';
      return { ...newRow(ticket.id, ticket), state, before: inverseOf(ticket, changed) };
    });
  }
  const cached = cachedTickets();
  const results = await dryRun('ids' in selection ? selection : { filter: { ...selection.query } }, patch, send);
  return results.map(({ id, ticket_number: number, version, outcome, code, message }) => {
    const row = { ...newRow(id, cached.get(id)), number, version };
    if (outcome === 'unchanged') row.state = 'unchanged';
    else if (outcome !== 'changed') settleRow(row, 'failed', { code: code ?? outcome, message });
    return row;
  });
}

function newRow(id: bigint, ticket: Ticket | undefined): BulkRow {
  return {
    id,
    number: ticket?.ticket_number ?? null,
    subject: ticket?.subject ?? null,
    version: ticket?.version ?? null,
    state: 'waiting',
    code: null,
    message: null,
    requestId: null,
    before: null,
  };
}

/** 10 conditions of 50 numbers: a filter has at most 8,000 characters. */
const NUMBERS_AT_ONCE = 500;

/** Reads the subjects that are missing, for the list of failed tickets and the file. */
export async function readSubjects(rows: readonly BulkRow[], send: SendCall): Promise<void> {
  const unnamed = new Map(
    rows.flatMap((row) => (row.subject === null && row.number !== null ? [[row.number, row] as const] : [])),
  );
  const numbers = [...unnamed.keys()];
  for (let at = 0; at < numbers.length; at += NUMBERS_AT_ONCE) {
    const some = numbers.slice(at, at + NUMBERS_AT_ONCE);
    const any = [];
    for (let from = 0; from < some.length; from += MAX_FILTER_VALUES)
      any.push({ field: 'ticket_number', op: 'any_of', value: some.slice(from, from + MAX_FILTER_VALUES) });
    for (const ticket of await readAll({ filter: writeJson({ any }) }, send)) {
      const row = unnamed.get(ticket.ticket_number);
      if (row !== undefined) row.subject = ticket.subject;
    }
  }
}

async function readEach(ids: readonly bigint[], send: SendCall): Promise<readonly Ticket[]> {
  const cached = cachedTickets();
  const tickets: Ticket[] = [];
  for (const id of ids) tickets.push(cached.get(id) ?? (await send(getTicket, { query: { id } })));
  return tickets;
}

/** A new ticket moves others to the next page, so a map keeps each once. */
async function readAll(query: Readonly<Record<string, string>>, send: SendCall): Promise<readonly Ticket[]> {
  const chosen = ticketSelectionText.parse(query);
  const byId = new Map<bigint, Ticket>();
  for (let skip = 0; ; skip += PAGE) {
    const { items, total_count: total } = await send(listTickets, { query: { ...chosen, limit: PAGE, skip } });
    for (const ticket of items) byId.set(ticket.id, ticket);
    if (items.length === 0 || skip + items.length >= total) return [...byId.values()];
  }
}

/** Asks what the patch would do to each ticket, and changes none. */
export async function dryRun(
  set: { readonly ids: readonly bigint[] } | Pick<Body<typeof bulkUpdateTickets>, 'filter'>,
  patch: TicketPatch,
  send: SendCall,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  const judge = async (part: Pick<Body<typeof bulkUpdateTickets>, 'ids' | 'filter'>) => {
    const body = { ...part, patch: wirePatch(patch), dry_run: true };
    results.push(...(await send(bulkUpdateTickets, { body })).results);
  };
  if (!('ids' in set)) await judge(set);
  else
    for (let at = 0; at < set.ids.length; at += MAX_BULK_IDS)
      await judge({ ids: set.ids.slice(at, at + MAX_BULK_IDS) });
  return results;
}

export function wirePatch(patch: TicketPatch): Body<typeof bulkUpdateTickets>['patch'] {
  const { status, priority, assignee, addTags = [], removeTags = [], snoozedUntilUtc } = patch;
  return {
    ...(status === undefined ? {} : { status }),
    ...(priority === undefined ? {} : { priority }),
    ...(assignee === undefined ? {} : { assignee_agent_id: assignee?.id ?? null }),
    ...(addTags.length === 0 ? {} : { add_tags: [...addTags] }),
    ...(removeTags.length === 0 ? {} : { remove_tags: [...removeTags] }),
    ...(snoozedUntilUtc === undefined ? {} : { snoozed_until_utc: snoozedUntilUtc }),
  };
}
