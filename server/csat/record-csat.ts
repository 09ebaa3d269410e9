import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { recordEvent } from '#server/webhooks/record-event.ts';
import { upsertCsat, type StoredCsat } from './csat.sql.ts';

export interface CsatInput {
  readonly ticketId: bigint;
  /** 0 to 5, already validated. */
  readonly score: number;
  readonly comment?: string | null;
  readonly externalId?: string | null;
  /** Now by default. */
  readonly createdUtc?: string;
}

/**
 * Stores the customer's rating of a ticket; a second rating replaces the first. Returns undefined if the site has no such
 * ticket. To be called inside a transaction. See docs/api.md, "CSAT" and "Portal page".
 */
export async function recordCsat(
  db: Db,
  site: SiteRef,
  input: CsatInput,
  context: AuditContext,
): Promise<StoredCsat | undefined> {
  const [row] = await recordRatings(db, site, [{ ...input, context }]);
  return row;
}

/** As `recordCsat` for many tickets, each at most once. Skips tickets that the site does not have. */
export async function recordRatings(
  db: Db,
  site: SiteRef,
  ratings: readonly (CsatInput & { readonly context: AuditContext })[],
): Promise<StoredCsat[]> {
  const answers = ratings.map(({ ticketId, score, comment = null, externalId = null, createdUtc, context }) => ({
    ...{ ticketId, score, comment, externalId },
    createdUtc: createdUtc ?? context.now.toISOString(),
  }));
  const rows = await upsertCsat(db, site.id, answers);
  const byTicket = new Map(rows.map((row) => [row.ticket_id, row]));
  for (const { ticketId, score, context } of ratings) {
    const row = byTicket.get(ticketId);
    if (row === undefined) continue;
    await recordEvent(db, site, { type: 'csat.submitted', data: { id: row.id, ticket_id: ticketId, score } }, context);
  }
  return rows;
}
