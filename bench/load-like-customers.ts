import { recountAll } from '#server/testing/recount.ts';
import { sql, type Db } from '#server/db/db.ts';

/**
 * Names of two words out of 600,000, every 50th a name that very many have; every 20th has the phone of another, written
 * without the country; every 100th an address with a tag of another's; every fifth a handle, some of them a phone of another.
 */
export async function loadLikeCustomers(db: Db, siteId: number, now: Date, customers: number): Promise<void> {
  const at = now.toISOString();
  const first = await db.takeIds(BigInt(siteId), 2 * customers);
  await db.query(sql`
    insert into customer_identity (site_id, id, email, email_key, phone, phone_key, display_name, ticket_count, first_seen_utc,
      last_seen_utc)
    select ${siteId}, ${first}::bigint + n - 1, e.email, e.email, p.phone, p.phone,
      case when n % 50 = 0 then 'Customer Service' else 'First' || n % 600 || ' Last' || (n * 7919::bigint) % 1000 end,
      n % 40, ${at}::timestamptz - interval '1 minute' * n, ${at}::timestamptz - interval '1 second' * n
    from generate_series(1, ${customers}::integer) n
    cross join lateral (select case when n % 100 = 0 then 'customer' || n - 1 || '+shop@example.org'
      else 'customer' || n || '@example.org' end as email) e
    cross join lateral (select case when n % 20 = 0 then '0151' || lpad((n - 1)::text, 8, '0')
      when n % 3 = 0 then null else '+49151' || lpad(n::text, 8, '0') end as phone) p`);
  await db.query(sql`
    insert into channel_binding (site_id, id, channel, external_user_id, identity_id, bound_utc)
    select c.site_id, ${first + BigInt(customers)}::bigint + row_number() over () - 1, 'whatsapp', coalesce(p.phone, '+1202' || lpad(c.id::text, 9, '0')), c.id,
      ${at}::timestamptz
    from customer_identity c left join customer_identity p on p.site_id = c.site_id and p.id = c.id - 3 and c.id % 100 = 10
    where c.site_id = ${siteId} and c.id % 5 = 0`);
  await recountAll(db);
  await db.query({ text: 'analyze customer_identity, channel_binding', values: [] });
}
