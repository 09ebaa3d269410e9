import { sql, type Db } from '#server/db/db.ts';

export interface EmailOwner {
  readonly email_key: string;
  /** Null where nobody has the address. */
  readonly id: bigint | null;
  /** The address came with a customer who was merged into this one. */
  readonly is_merged: boolean;
  /** As links are judged when they are opened. */
  readonly is_blocked: boolean;
}

export async function findOwnersOfEmails(db: Db, siteId: bigint, emailKeys: readonly string[]): Promise<EmailOwner[]> {
  return db.query<EmailOwner>(sql`
    select u.email_key, coalesce(c.id, m.id) as id, c.id is null and m.id is not null as is_merged,
      is_blocked_address(${siteId}, u.email_key) as is_blocked
    from unnest(${emailKeys}::text[]) as u (email_key)
    left join customer_identity c on c.site_id = ${siteId} and c.email_key = u.email_key
    left join lateral (
      select a.identity_id as id from customer_alias a
      where a.site_id = ${siteId} and a.kind = 'email' and a.key = u.email_key order by a.id desc limit 1
    ) m on c.id is null`);
}
