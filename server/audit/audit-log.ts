import type { listAuditLog as ListRow } from '#contract/audit.ts';
import type { Handler } from '#server/operation/call.ts';
import { countAudit, findAudit } from './audit-log.sql.ts';

/**
 * GET audit_log: every write of the site and every file that left it, newest first. From where people wrote is for those
 * alone who manage tokens. See docs/api.md, "Audit log".
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
