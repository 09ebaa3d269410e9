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
  // The id is found first and apart: behind row-level security a condition with a query in it gets no index.
  const [row] = await db.query<RollupRow>(sql`
    with found as materialized (
      select coalesce(
        (select e.id from customer_identity e where e.site_id = ${siteId} and e.email_key = ${keys.emailKey}::text),
        (select p.id from customer_identity p where p.site_id = ${siteId} and p.phone_key = ${keys.phoneKey}::text
          order by p.id limit 1)) as id
    )
    select c.id, c.email, c.phone, c.display_name, c.ticket_count, c.first_seen_utc, c.last_seen_utc, n.*
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
