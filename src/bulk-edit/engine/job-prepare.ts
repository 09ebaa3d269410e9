import type { Body, Reply } from '#contract/operation.ts';
import { bulkUpdateTickets, MAX_BULK_IDS as MAX_IDS } from '#contract/ticket-bulk.ts';
import type { Ticket } from '#contract/tickets.ts';
import { changedFields, isNoChange } from '#src/ticket-edit/update/apply-patch.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { callWhenAllowed, type WaitOptions } from './call-when-allowed.ts';
import { failRow, newRow } from './job.ts';
import {
  chunksOf,
  findById,
  findMatching,
  ticketsAsJudged,
  ticketsForReceipt,
  type JobSelection,
} from './job-tickets.ts';
import type { JobRow } from './receipt.ts';

type DryRunResult = Reply<typeof bulkUpdateTickets>['results'][number];

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

/** A set that is fixed: which tickets, in which version, and what would become of each. */
export interface PreparedSet {
  readonly rows: JobRow[];
  /** The tickets of them that are known. */
  readonly tickets: ReadonlyMap<bigint, Ticket>;
}

/** Fixes the set by a dry run. @param isHeld every ticket has to be known, as it was judged */
export async function prepareBlocks(
  selection: JobSelection,
  { patch, isHeld, ...wait }: DryRun & { readonly isHeld: boolean },
): Promise<PreparedSet> {
  const parts: readonly Pick<Body<typeof bulkUpdateTickets>, 'ids' | 'filter'>[] =
    'ids' in selection
      ? chunksOf(selection.ids, MAX_IDS).map((ids) => ({ ids }))
      : [{ filter: { ...selection.query } }];
  const results: DryRunResult[] = [];
  for (const part of parts) {
    const body = { ...part, patch: wirePatch(patch), dry_run: true };
    results.push(...(await callWhenAllowed(bulkUpdateTickets, { body }, wait)).results);
  }
  const tickets = await (isHeld ? ticketsAsJudged : ticketsForReceipt)(selection, results, wait);
  const rows = results.map((result) => {
    const ticket = tickets.get(result.id);
    const row = newRow(result.id, ticket?.version === result.version ? ticket : undefined, patch);
    row.number = result.ticket_number;
    row.subject = ticket?.subject ?? null;
    row.version = result.version;
    if (result.outcome === 'unchanged') row.state = 'unchanged';
    else if (result.outcome !== 'changed') failRow(row, result.code ?? result.outcome, result.message);
    return row;
  });
  return { rows, tickets };
}

/** The same by pages of the list, where the service has no bulk change: the values before are known then. */
export async function prepareSingles(selection: JobSelection, { patch, ...wait }: DryRun): Promise<PreparedSet> {
  const tickets = 'ids' in selection ? await findById(selection.ids, wait) : await findMatching(selection.query, wait);
  const rows = tickets.map((ticket) => {
    const row = newRow(ticket.id, ticket, patch);
    if (isNoChange(changedFields(ticket, patch))) row.state = 'unchanged';
    return row;
  });
  return { rows, tickets: new Map(tickets.map((ticket) => [ticket.id, ticket])) };
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
  for (const ids of chunksOf([...byId.keys()], MAX_IDS)) {
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
