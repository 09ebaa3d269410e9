import type { AuditAction, AuditObjectType } from '#contract/audit.ts';
import type { Db } from '#server/db/db.ts';
import type { Actor } from '#server/operation/call.ts';
import { insertAudit, insertAudits, type AuditRow } from './audit.sql.ts';

/**
 * Values stand here for enumerations and numbers alone; text from people stays out: name the field, from and to null.
 */
export interface AuditChange {
  readonly field: string;
  readonly from: string | number | boolean | null;
  readonly to: string | number | boolean | null;
}

export interface AuditEntry {
  readonly action: AuditAction;
  readonly objectType: AuditObjectType;
  readonly objectId: string;
  readonly changes: readonly AuditChange[];
  readonly outcome?: 'ok' | 'refused' | 'failed';
}

/** Who writes and when. With a batch, the lines wait there: whoever made it stores them in the same transaction. */
export interface AuditContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly auditBatch?: AuditBatch;
  /** Tells of the past, as demo data and imports do: no event is sent. */
  readonly isSilent?: boolean;
}

/** The lines of a transaction that makes very many writes, stored by one statement instead of one each. */
export class AuditBatch {
  readonly #rows: AuditRow[] = [];

  add(row: AuditRow): void {
    this.#rows.push(row);
  }

  /** To be called inside the transaction of the writes, after the last of them. */
  async store(db: Db, site: { readonly id: bigint }): Promise<void> {
    const rows = this.#rows.splice(0);
    if (rows.length > 0) await insertAudits(db, site.id, rows);
  }
}

/** Adds a line to the append-only log; to be called inside the transaction of the write that it records. */
export async function recordAudit(
  db: Db,
  site: { readonly id: bigint },
  entry: AuditEntry,
  context: AuditContext,
): Promise<void> {
  const row = auditRow(entry, context);
  if (context.auditBatch !== undefined) context.auditBatch.add(row);
  else await insertAudit(db, site.id, row);
}

function auditRow(entry: AuditEntry, context: AuditContext): AuditRow {
  const { actor } = context;
  return {
    at_utc: context.now.toISOString(),
    actor_kind: actor.kind,
    token_id: actor.tokenId,
    token_prefix: actor.tokenPrefix,
    label: actor.label,
    action: entry.action,
    object_type: entry.objectType,
    object_id: entry.objectId,
    changes: JSON.stringify(entry.changes),
    outcome: entry.outcome ?? 'ok',
    request_id: actor.requestId,
    network: actor.network,
    user_agent: actor.userAgent,
  };
}
