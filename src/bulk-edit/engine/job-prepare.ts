import type { Body } from '#contract/operation.ts';

import type { Ticket } from '#contract/tickets.ts';
import { getTicket, listTickets, ticketSelectionText } from '#contract/tickets.ts';
import { bulkUpdateTickets } from '#contract/ticket-bulk.ts';
import { changedFields, isNoChange } from '#src/ticket-edit/update/apply-patch.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { cachedTickets, failRow, newRow } from './job.ts';
import type { JobRow } from './receipt.ts';
import { callWhenAllowed, Halted, type WaitOptions } from './call-when-allowed.ts';

/** Ids that one dry run may name. */
const MAX_IDS = 1_000;
const PAGE = 200;

export type JobSelection =
  | { readonly ids: readonly bigint[] }
  /** Parameters of GET tickets as text: everything that they match. */
  | { readonly query: Readonly<Record<string, string>>; readonly total: number };

interface DryRun extends WaitOptions {
  readonly patch: TicketPatch;
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

/** Fixes the set by a dry run: which tickets, in which version, and what would become of each. */
export async function prepareBlocks(selection: JobSelection, { patch, ...wait }: DryRun): Promise<JobRow[]> {
  const rows: JobRow[] = [];
  const parts: readonly Pick<Body<typeof bulkUpdateTickets>, 'ids' | 'filter'>[] =
    'ids' in selection ? chunksOf(selection.ids).map((ids) => ({ ids })) : [{ filter: { ...selection.query } }];
  for (const part of parts) {
    const body = { ...part, patch: wirePatch(patch), dry_run: true };
    const { results } = await callWhenAllowed(bulkUpdateTickets, { body }, wait);
    const known = await knownTickets(selection, results.length, wait);
    for (const result of results) {
      const ticket = known.get(result.id);
      const row = newRow(result.id, ticket?.version === result.version ? ticket : undefined, patch);
      row.number = result.ticket_number;
      row.subject = ticket?.subject ?? null;
      row.version = result.version;
      if (result.outcome === 'unchanged') row.state = 'unchanged';
      else if (result.outcome !== 'changed') failRow(row, result.code ?? result.outcome, result.message);
      rows.push(row);
    }
  }
  return rows;
}

/** With subjects and values from before, a receipt says more; of very many tickets those on screen have to do. */
async function knownTickets(
  selection: JobSelection,
  count: number,
  wait: WaitOptions,
): Promise<ReadonlyMap<bigint, Ticket>> {
  const known = new Map(cachedTickets());
  if ('ids' in selection || count > MAX_IDS) return known;
  try {
    for (const ticket of await findAll(selection.query, wait)) known.set(ticket.id, ticket);
  } catch (error) {
    if (error instanceof Halted) throw error;
    // The job does not need them.
  }
  return known;
}

/** The same by pages of the list, where the service has no bulk change: the values before are known then. */
export async function prepareSingles(selection: JobSelection, { patch, ...wait }: DryRun): Promise<JobRow[]> {
  const tickets = 'ids' in selection ? await findById(selection.ids, wait) : await findAll(selection.query, wait);
  return tickets.map((ticket) => {
    const row = newRow(ticket.id, ticket, patch);
    if (isNoChange(changedFields(ticket, patch))) row.state = 'unchanged';
    return row;
  });
}

async function findById(ids: readonly bigint[], wait: WaitOptions): Promise<Ticket[]> {
  const known = cachedTickets();
  const tickets: Ticket[] = [];
  for (const id of ids) tickets.push(known.get(id) ?? (await callWhenAllowed(getTicket, { query: { id } }, wait)));
  return tickets;
}

/** Tickets that come in meanwhile move the pages: each ticket counts once. */
async function findAll(query: Readonly<Record<string, string>>, wait: WaitOptions): Promise<Ticket[]> {
  const chosen = ticketSelectionText.parse(query);
  const byId = new Map<bigint, Ticket>();
  for (let skip = 0; ; skip += PAGE) {
    if (wait.halt.aborted) throw new Halted('halted');
    const page = { query: { ...chosen, limit: PAGE, skip } };
    const { items, total_count: total } = await callWhenAllowed(listTickets, page, wait);
    for (const ticket of items) byId.set(ticket.id, ticket);
    if (items.length === 0 || skip + items.length >= total) return [...byId.values()];
  }
}

function chunksOf<Item>(items: readonly Item[], size = MAX_IDS): Item[][] {
  const chunks: Item[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}

interface LookOptions extends DryRun {
  /** The tickets are about to be changed again, over whatever is there now. */
  readonly isRetry: boolean;
}

/**
 * Looks at tickets without changing them. Those whose answer was lost are saved when the ticket is as wanted, still to
 * do when it has the version that was sent, and a conflict otherwise. For a retry the present version is taken.
 */
export async function reconcileRows(rows: readonly JobRow[], { patch, isRetry, ...wait }: LookOptions): Promise<void> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const ids of chunksOf([...byId.keys()])) {
    const body = { ids, patch: wirePatch(patch), dry_run: true };
    const { results } = await callWhenAllowed(bulkUpdateTickets, { body }, wait);
    for (const { id, version, outcome, code, message } of results) {
      const row = byId.get(id);
      if (row === undefined) continue;
      if (outcome === 'unchanged') {
        // As wanted: saved by the call whose answer was lost, or by somebody else before a retry.
        row.state = !isRetry && row.version !== null && version === row.version + 1 ? 'saved' : 'unchanged';
        row.version = version;
        row.code = row.message = null;
      } else if (outcome === 'changed' && (isRetry || version === row.version)) {
        // What stood there before is another's now.
        if (version !== row.version) row.before = null;
        row.state = 'waiting';
        row.version = version;
        row.code = row.message = null;
      } else {
        failRow(row, code ?? 'conflict', message ?? row.message);
      }
    }
  }
}
