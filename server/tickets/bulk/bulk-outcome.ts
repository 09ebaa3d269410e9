import type { ErrorCode } from '#contract/errors.ts';
import type { BULK_OUTCOMES, UNDO_OUTCOMES } from '#contract/ticket-bulk.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { findLastActivity } from './bulk-tickets.sql.ts';
import type { LockedTicket } from '#server/tickets/write/ticket-change.ts';

type BulkOutcome = (typeof BULK_OUTCOMES)[number];
export type UndoOutcome = (typeof UNDO_OUTCOMES)[number];

export interface RowResult<Outcome extends UndoOutcome = BulkOutcome> {
  readonly id: bigint;
  readonly ticket_number: number | null;
  readonly version: number | null;
  readonly outcome: Outcome;
  readonly code: ErrorCode | null;
  readonly message: string | null;
}

/** The results in the order of the request, with the number of each outcome. */
export function reportResults<Outcome extends UndoOutcome>(
  ids: readonly bigint[],
  results: readonly RowResult<Outcome>[],
) {
  const byId = new Map(results.map((result) => [result.id, result]));
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  const changed = ordered.filter(({ outcome }) => outcome === 'changed').length;
  const unchanged = ordered.filter(({ outcome }) => outcome === 'unchanged').length;
  return { total: ordered.length, changed, unchanged, failed: ordered.length - changed - unchanged, results: ordered };
}

/** For each ticket, a message that says who changed it last, when, and its present version. */
export async function describeChanges(
  db: Db,
  site: SiteRef,
  tickets: readonly LockedTicket[],
): Promise<ReadonlyMap<bigint, string>> {
  if (tickets.length === 0) return new Map();
  const ids = tickets.map(({ id }) => id);
  const last = new Map((await findLastActivity(db, site.id, ids)).map((line) => [line.ticket_id, line]));
  return new Map(
    tickets.map(({ id, version }) => {
      const line = last.get(id);
      const who = line === undefined ? 'The ticket has changed' : `${line.actor} changed it at ${line.created_utc}`;
      return [id, `${who}: it is at version ${version}`];
    }),
  );
}
