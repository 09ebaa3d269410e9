import { isChannel } from '#contract/bind-row.ts';
import { phoneKey } from '#contract/contact-keys.ts';
import type { Channel } from '#contract/customers.ts';
import { type Db, sql } from '#server/db/db.ts';
import type { Site, SiteRef } from '#server/operation/call.ts';
import { findIdentity } from './find-identity.ts';

/** The customer references that an incoming item carries. */
export interface CustomerSigns {
  readonly email: string | null;
  readonly phone: string | null;
  readonly handle: { readonly channel: string; readonly externalUserId: string } | null;
  /** Customers of the tickets, sessions and visitors that the item names. */
  readonly identityIds: readonly bigint[];
}

/** Whether the site has any blocked customer: a cheap check to run before `isOfBlockedCustomer`. */
export async function hasBlockedCustomers(db: Db, site: SiteRef): Promise<boolean> {
  const [row] = await db.query<{ is_any: boolean }>(sql`
    select exists (select from customer_identity c where c.site_id = ${site.id} and c.blocked_utc is not null) as is_any`);
  return row?.is_any ?? false;
}

/**
 * Whether any reference belongs to a blocked customer. A phone or email handle also matches the customer's own contact
 * fields, bound or not. Bindings are ignored if channels are not deployed.
 */
export async function isOfBlockedCustomer(
  db: Db,
  site: Pick<Site, 'id' | 'country' | 'undeployed'>,
  { email, phone, handle, identityIds }: CustomerSigns,
): Promise<boolean> {
  const channel = handle !== null && isChannel(handle.channel) ? handle.channel : null;
  const { emails, phones } = contactsOf(channel, handle?.externalUserId ?? '');
  if (email !== null) emails.push(email);
  if (phone !== null) phones.push(phone);
  const byContact: bigint[] = [];
  for (const email of emails) byContact.push(...found(await findIdentity(db, site, { email, phone: null })));
  for (const phone of phones) byContact.push(...found(await findIdentity(db, site, { email: null, phone })));
  const isBindable = channel !== null && !site.undeployed.includes('channels');
  return isAnyBlocked(db, site.id, {
    identityIds: [...identityIds, ...byContact],
    phoneKeys: phones.map((phone) => phoneKey(phone, site.country)).filter((key) => key !== null),
    handle: handle === null || !isBindable ? null : { channel, externalUserId: handle.externalUserId },
  });
}

/** A WhatsApp or SMS handle is a phone, an email handle is an address; others are neither. */
function contactsOf(channel: Channel | null, externalUserId: string): { emails: string[]; phones: string[] } {
  const isNumber = channel === 'whatsapp' || channel === 'sms';
  return { emails: channel === 'email' ? [externalUserId] : [], phones: isNumber ? [externalUserId] : [] };
}

function found(id: bigint | null): bigint[] {
  return id === null ? [] : [id];
}

async function isAnyBlocked(
  db: Db,
  siteId: bigint,
  {
    identityIds,
    phoneKeys,
    handle,
  }: {
    readonly identityIds: readonly bigint[];
    /** Phones are not unique: any of the customers who share one may be blocked. */
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
