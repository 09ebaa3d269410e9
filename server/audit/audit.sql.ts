import { sql, type Db } from '#server/db/db.ts';

export interface AuditRow {
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

export async function insertAudit(db: Db, siteId: bigint, row: AuditRow): Promise<void> {
  await db.query(sql`
    insert into audit_log (site_id, id, at_utc, actor_kind, token_id, token_prefix, label, action, object_type,
      object_id, changes, outcome, request_id, network, user_agent)
    values (${siteId}, next_id(${siteId}), ${row.at_utc}, ${row.actor_kind}, ${row.token_id}, ${row.token_prefix},
      ${row.label}, ${row.action}, ${row.object_type}, ${row.object_id}, ${row.changes}::text::jsonb, ${row.outcome},
      ${row.request_id}, ${row.network}, ${row.user_agent})`);
}

/** Many lines in their order. */
export async function insertAudits(db: Db, siteId: bigint, rows: readonly AuditRow[]): Promise<void> {
  await db.query(sql`
    insert into audit_log (site_id, id, at_utc, actor_kind, token_id, token_prefix, label, action, object_type,
      object_id, changes, outcome, request_id, network, user_agent)
    select ${siteId}, next_id(${siteId}), r.at_utc, r.actor_kind, r.token_id, r.token_prefix, r.label, r.action,
      r.object_type, r.object_id, r.changes::jsonb, r.outcome, r.request_id, r.network, r.user_agent
    from jsonb_to_recordset(${rows}::text::jsonb) as r (at_utc timestamptz, actor_kind text, token_id bigint,
      token_prefix text, label text, action text, object_type text, object_id text, changes text, outcome text,
      request_id text, network text, user_agent text)`);
}
