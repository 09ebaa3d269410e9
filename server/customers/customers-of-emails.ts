import { sql, type Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';

interface EmailOwner {
  readonly email_key: string;
  /** Null if no one has the address. */
  readonly id: bigint | null;
  /** The address belonged to a customer who was merged into this one. */
  readonly is_merged: boolean;
  /** The same check that refuses to open a portal link. */
  readonly is_blocked: boolean;
}

/**
 * The present owners of addresses (in matched form), in one query. An address of a merged customer leads to the
 * survivor.
 */
export async function findCustomersOfEmails(
  db: Db,
  site: SiteRef,
  emailKeys: readonly string[],
): Promise<ReadonlyMap<string, EmailOwner>> {
  if (emailKeys.length === 0) return new Map();
  const rows = await db.query<EmailOwner>(sql`
    select u.email_key, coalesce(c.id, m.id) as id, c.id is null and m.id is not null as is_merged,
      is_blocked_address(${site.id}, u.email_key) as is_blocked
    from unnest(${emailKeys}::text[]) as u (email_key)
    left join customer_identity c on c.site_id = ${site.id} and c.email_key = u.email_key
    left join lateral (
      select a.identity_id as id from customer_alias a
      where a.site_id = ${site.id} and a.kind = 'email' and a.key = u.email_key order by a.id desc limit 1
    ) m on c.id is null`);
  return new Map(rows.map((row) => [row.email_key, row]));
}
