import type { CustomerIdentity } from '#contract/customers.ts';
import { sql, type Db } from '#server/db/db.ts';

export type RollupRow = CustomerIdentity & {
  readonly total: number;
  readonly open: number;
  readonly pending: number;
  readonly resolved: number;
  readonly closed: number;
};

/** A customer by email, else by phone, with the counts of the tickets. */
export async function getRollup(
  db: Db,
  siteId: bigint,
  keys: { readonly emailKey: string | null; readonly phoneKey: string | null },
): Promise<RollupRow | undefined> {
  const [row] = await db.query<RollupRow>(sql`
    select c.id, c.email, c.phone, c.display_name, c.ticket_count, c.first_seen_utc, c.last_seen_utc, n.*
    from customer_identity c
    cross join lateral (
      select count(*)::integer as total, count(*) filter (where t.status = 'open')::integer as open,
        count(*) filter (where t.status = 'pending')::integer as pending,
        count(*) filter (where t.status = 'resolved')::integer as resolved,
        count(*) filter (where t.status = 'closed')::integer as closed
      from ticket t where t.site_id = c.site_id and t.customer_identity_id = c.id
    ) n
    where c.site_id = ${siteId} and c.id = coalesce(
      (select e.id from customer_identity e where e.site_id = ${siteId} and e.email_key = ${keys.emailKey}::text),
      (select p.id from customer_identity p where p.site_id = ${siteId} and p.phone_key = ${keys.phoneKey}::text
        order by p.id limit 1))`);
  return row;
}
