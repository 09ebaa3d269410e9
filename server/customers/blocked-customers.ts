import { isChannel } from '#contract/bind-row.ts';
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

/** Whether one of the signs is a blocked customer's. Handles count nothing where channels are not deployed. */
export async function isOfBlockedCustomer(
  db: Db,
  site: Pick<Site, 'id' | 'undeployed'>,
  { email, phone, handle, identityIds }: CustomerSigns,
): Promise<boolean> {
  const byContact = [
    await findIdentity(db, site, { email, phone: null }),
    await findIdentity(db, site, { email: null, phone }),
  ].filter((id) => id !== null);
  const channel = handle !== null && isChannel(handle.channel) ? handle.channel : null;
  const isBindable = channel !== null && !site.undeployed.includes('channels');
  return isOneBlocked(db, site.id, {
    identityIds: [...identityIds, ...byContact],
    handle: handle === null || !isBindable ? null : { channel, externalUserId: handle.externalUserId },
  });
}
