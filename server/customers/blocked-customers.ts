import { isChannel } from '#contract/bind-row.ts';
import { phoneKey } from '#contract/contact-keys.ts';
import type { Channel } from '#contract/customers.ts';
import type { Db } from '#server/db/db.ts';
import type { Site, SiteRef } from '#server/operation/call.ts';
import { hasBlocked, isOneBlocked } from './blocked-customers.sql.ts';
import { findIdentity } from './find-identity.ts';

/** By what something can belong to a customer. */
export interface CustomerSigns {
  readonly email: string | null;
  readonly phone: string | null;
  readonly handle: { readonly channel: string; readonly externalUserId: string } | null;
  /** Customers of the tickets, sessions and visitors that it names. */
  readonly identityIds: readonly bigint[];
}

/** Whether the site blocks anybody at all: a cheap question before the dear one. */
export function hasBlockedCustomers(db: Db, site: SiteRef): Promise<boolean> {
  return hasBlocked(db, site.id);
}

/**
 * Whether one of the signs is a blocked customer's. A number or an address that something came from is that of the record
 * too, bound or not; bindings count nothing where channels are not deployed.
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
  return isOneBlocked(db, site.id, {
    identityIds: [...identityIds, ...byContact],
    phoneKeys: phones.map((phone) => phoneKey(phone, site.country)).filter((key) => key !== null),
    handle: handle === null || !isBindable ? null : { channel, externalUserId: handle.externalUserId },
  });
}

/** The contact that a handle is: a phone on channels of numbers, an address on email. */
function contactsOf(channel: Channel | null, externalUserId: string): { emails: string[]; phones: string[] } {
  const isNumber = channel === 'whatsapp' || channel === 'sms';
  return { emails: channel === 'email' ? [externalUserId] : [], phones: isNumber ? [externalUserId] : [] };
}

function found(id: bigint | null): bigint[] {
  return id === null ? [] : [id];
}
