import type { AuditEntry, listAuditLog as ListRow } from '#contract/audit.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import type { Handler } from '#server/operation/call.ts';

/**
 * GET audit_log: every write and export of the site, newest first. Networks and user agents are shown only to tokens
 * that manage tokens. See docs/api.md, "Audit log".
 */
export const listAuditLog: Handler<typeof ListRow> = async ({ db, site, token, query: { limit, skip, ...filter } }) => {
  const rows = await findAudit(db, site.id, filter, { limit, skip });
  const isTotalKnown = rows.length < limit && (rows.length > 0 || skip === 0);
  const total_count = isTotalKnown ? skip + rows.length : await countAudit(db, site.id, filter);
  const hidden = token.allows('tokens:write') ? {} : { network: null, user_agent: null };
  const items = rows.map(({ actor_kind: kind, token_id, token_prefix, label, ...entry }) => ({
    ...entry,
    ...hidden,
    actor: { kind, token_id, token_prefix, label },
  }));
  return { items, total_count };
};

/** Instants as ISO text; `since` is inclusive, `until` exclusive. */
interface AuditFilter {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly token_id?: bigint | undefined;
  readonly action?: string | undefined;
  readonly object_type?: string | undefined;
  readonly object_id?: string | undefined;
  readonly outcome?: string | undefined;
}

type AuditLine = Omit<AuditEntry, 'actor'> & {
  readonly actor_kind: AuditEntry['actor']['kind'];
  readonly token_id: bigint | null;
  readonly token_prefix: string | null;
  readonly label: string | null;
};

/** Newest first. */
async function findAudit(
  db: Db,
  siteId: bigint,
  filter: AuditFilter,
  page: { readonly limit: number; readonly skip: number },
): Promise<AuditLine[]> {
  return db.query<AuditLine>(sql`
    select a.id, a.at_utc, a.actor_kind, a.token_id, a.token_prefix, a.label, a.action, a.object_type, a.object_id,
      a.changes, a.outcome, a.request_id, a.network, a.user_agent
    from audit_log a where ${conditions(siteId, filter)}
    order by a.at_utc desc, a.id desc limit ${page.limit} offset ${page.skip}`);
}

async function countAudit(db: Db, siteId: bigint, filter: AuditFilter): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from audit_log a where ${conditions(siteId, filter)}`,
  );
  return row?.total ?? 0;
}

function conditions(siteId: bigint, filter: AuditFilter): Statement {
  const parts = [sql`a.site_id = ${siteId}`];
  if (filter.since !== undefined) parts.push(sql`a.at_utc >= ${filter.since}::timestamptz`);
  if (filter.until !== undefined) parts.push(sql`a.at_utc < ${filter.until}::timestamptz`);
  if (filter.token_id !== undefined) parts.push(sql`a.token_id = ${filter.token_id}`);
  if (filter.action !== undefined) parts.push(sql`a.action = ${filter.action}`);
  if (filter.object_type !== undefined) parts.push(sql`a.object_type = ${filter.object_type}`);
  if (filter.object_id !== undefined) parts.push(sql`a.object_id = ${filter.object_id}`);
  if (filter.outcome !== undefined) parts.push(sql`a.outcome = ${filter.outcome}`);
  return joinSql(parts, ' and ');
}
