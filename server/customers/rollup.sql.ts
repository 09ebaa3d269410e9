import type { CustomerIdentity } from '#contract/customers.ts';
import { sql, type Db } from '#server/db/db.ts';
import { aliased } from './aliases.sql.ts';
import type { IdentityKeys } from './identities.sql.ts';

export type RollupRow = CustomerIdentity & {
  readonly blocked_utc: string | null;
  readonly version: number;
  readonly total: number;
  readonly open: number;
  readonly pending: number;
  readonly resolved: number;
  readonly closed: number;
};

/**
 * A customer by id, else by email, else by phone, with the counts of the tickets. One who was merged into another is found
 * as that other.
 */
export async function getRollup(db: Db, siteId: bigint, keys: IdentityKeys): Promise<RollupRow | undefined> {
  // The id is found first and apart: behind row-level security a condition with a query in it gets no index.
  const [row] = await db.query<RollupRow>(sql`
    with found as materialized (
      select coalesce(
        (select i.id from customer_identity i where i.site_id = ${siteId} and i.id = ${keys.identityId}::bigint),
        ${aliased(siteId, 'id', keys.identityId?.toString() ?? null)},
        (select e.id from customer_identity e where e.site_id = ${siteId} and e.email_key = ${keys.emailKey}::text),
        ${aliased(siteId, 'email', keys.emailKey)},
        (select p.id from customer_identity p where p.site_id = ${siteId} and p.phone_key = ${keys.phoneKey}::text
          order by p.id limit 1),
        ${aliased(siteId, 'phone', keys.phoneKey)}) as id
    )
    select c.id, c.email, c.phone, c.display_name, c.ticket_count, c.first_seen_utc, c.last_seen_utc,
      c.blocked_utc, c.version, n.*
    from found f join customer_identity c on c.site_id = ${siteId} and c.id = f.id
    cross join lateral (
      select count(*)::integer as total, count(*) filter (where t.status = 'open')::integer as open,
        count(*) filter (where t.status = 'pending')::integer as pending,
        count(*) filter (where t.status = 'resolved')::integer as resolved,
        count(*) filter (where t.status = 'closed')::integer as closed
      from ticket t where t.site_id = c.site_id and t.customer_identity_id = c.id
    ) n`);
  return row;
}
