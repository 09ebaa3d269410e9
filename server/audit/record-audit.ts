import type { AuditAction, AuditObjectType } from '#contract/audit.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { Actor } from '#server/operation/call.ts';

/** Contains values of enumerations and numbers only. For text from people, `from` and `to` are null. */
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

/** The actor and time of a write. A batch collects the lines; its owner stores them in the same transaction. */
export interface AuditContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly auditBatch?: AuditBatch;
  /** Set for data of the past, such as demo data and imports: sends no events. */
  readonly isSilent?: boolean;
}

/** Collects the audit lines of a transaction with many writes, to store them with one statement. */
export class AuditBatch {
  readonly #rows: AuditRow[] = [];

  add(row: AuditRow): void {
    this.#rows.push(row);
  }

  /** Call it inside the transaction of the writes, after the last of them. */
  async store(db: Db, site: { readonly id: bigint }): Promise<void> {
    const rows = this.#rows.splice(0);
    if (rows.length > 0) await insertAudits(db, site.id, rows);
  }
}

/** Appends a line to the audit log. Call it inside the transaction of the recorded write. */
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

interface AuditRow {
  readonly at_utc: string;
  readonly actor_kind: 'token' | 'admin' | 'system';
  readonly token_id: bigint | null;
  readonly token_prefix: string | null;
  readonly label: string | null;
  readonly action: string;
  readonly object_type: string;
  readonly object_id: string;
  readonly changes: string;
  readonly outcome: string;
  readonly request_id: string | null;
  readonly network: string | null;
  readonly user_agent: string | null;
}

async function insertAudit(db: Db, siteId: bigint, row: AuditRow): Promise<void> {
  const id = await db.takeIds(siteId, 1);
  await db.query(sql`
    insert into audit_log (site_id, id, at_utc, actor_kind, token_id, token_prefix, label, action, object_type,
      object_id, changes, outcome, request_id, network, user_agent)
    values (${siteId}, ${id}, ${row.at_utc}, ${row.actor_kind}, ${row.token_id}, ${row.token_prefix},
      ${row.label}, ${row.action}, ${row.object_type}, ${row.object_id}, ${row.changes}::text::jsonb, ${row.outcome},
      ${row.request_id}, ${row.network}, ${row.user_agent})`);
}

/** Inserts many lines in order. */
async function insertAudits(db: Db, siteId: bigint, rows: readonly AuditRow[]): Promise<void> {
  const first = await db.takeIds(siteId, rows.length);
  await db.query(sql`
    insert into audit_log (site_id, id, at_utc, actor_kind, token_id, token_prefix, label, action, object_type,
      object_id, changes, outcome, request_id, network, user_agent)
    select ${siteId}, ${first}::bigint + row_number() over () - 1, r.at_utc, r.actor_kind, r.token_id, r.token_prefix, r.label, r.action,
      r.object_type, r.object_id, r.changes::jsonb, r.outcome, r.request_id, r.network, r.user_agent
    from jsonb_to_recordset(${rows}::text::jsonb) as r (at_utc timestamptz, actor_kind text, token_id bigint,
      token_prefix text, label text, action text, object_type text, object_id text, changes text, outcome text,
      request_id text, network text, user_agent text)`);
}
