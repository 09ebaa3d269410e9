import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { recordEvent } from '#server/webhooks/record-event.ts';
import { upsertCsat, type CsatRow } from './csat.sql.ts';

export interface CsatInput {
  readonly ticketId: bigint;
  /** 0 to 5, checked before. */
  readonly score: number;
  readonly comment?: string | null;
  readonly externalId?: string | null;
  /** When it was given; now without it. */
  readonly createdUtc?: string;
}

/**
 * Stores how satisfied a customer was with a ticket; a second rating replaces the first. Undefined where the site has
 * no such ticket. To be called inside a transaction. See docs/api.md, "CSAT" and "Portal page".
 */
export async function recordCsat(
  db: Db,
  site: SiteRef,
  input: CsatInput,
  context: AuditContext,
): Promise<(CsatRow & { readonly is_new: boolean }) | undefined> {
  const { ticketId, score, comment = null, externalId = null, createdUtc = context.now.toISOString() } = input;
  const row = await upsertCsat(db, site.id, { ticketId, score, comment, externalId, createdUtc });
  if (row === undefined) return undefined;
  const changes = [{ field: 'score', from: null, to: score }];
  await recordAudit(
    db,
    site,
    { action: 'csat.submit', objectType: 'ticket', objectId: ticketId.toString(), changes },
    context,
  );
  await recordEvent(db, site, { type: 'csat.submitted', data: { id: row.id, ticket_id: ticketId, score } }, context);
  return row;
}
