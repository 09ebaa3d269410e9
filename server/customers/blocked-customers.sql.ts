import type { Channel } from '#contract/customers.ts';
import { sql, type Db } from '#server/db/db.ts';

export async function hasBlocked(db: Db, siteId: bigint): Promise<boolean> {
  const [row] = await db.query<{ is_any: boolean }>(sql`
    select exists (select from customer_identity c where c.site_id = ${siteId} and c.blocked_utc is not null) as is_any`);
  return row?.is_any ?? false;
}

export async function isOneBlocked(
  db: Db,
  siteId: bigint,
  {
    identityIds,
    phoneKeys,
    handle,
  }: {
    readonly identityIds: readonly bigint[];
    /** Several customers can have one phone, and one of them be blocked. */
    readonly phoneKeys: readonly string[];
    readonly handle: { readonly channel: Channel; readonly externalUserId: string } | null;
  },
): Promise<boolean> {
  const [row] = await db.query<{ is_blocked: boolean }>(sql`
    select exists (
      select from customer_identity c
      where c.site_id = ${siteId} and c.id = any(${identityIds}::bigint[]) and c.blocked_utc is not null
    ) or exists (
      select from customer_identity c
      where c.site_id = ${siteId} and c.phone_key = any(${phoneKeys}::text[]) and c.blocked_utc is not null
    ) or exists (
      select from channel_binding b join customer_identity c on c.site_id = b.site_id and c.id = b.identity_id
      where b.site_id = ${siteId} and b.channel = ${handle?.channel ?? null}::text
        and b.external_user_id = ${handle?.externalUserId ?? null}::text and c.blocked_utc is not null
    ) as is_blocked`);
  return row?.is_blocked ?? false;
}
