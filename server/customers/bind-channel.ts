import type { Channel } from '#contract/customers.ts';
import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/http/call.ts';
import { upsertBinding } from './channels.sql.ts';
import { emailKey, phoneKey } from './contact-keys.ts';
import { findIdentityByKeys, insertIdentity, lockPhone } from './identities.sql.ts';

/** A handle and whose it is. Lengths and forms are checked before. */
export interface BindRequest {
  readonly identityId?: bigint | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly channel: Channel;
  readonly externalUserId: string;
  /** Left out, or null, the old one stays. */
  readonly displayHandle?: string | null;
  /** For a customer that is made here. */
  readonly displayName?: string | null;
}

export type BindResult =
  | { readonly outcome: 'not_deployed' | 'no_identity' }
  | {
      readonly outcome: 'bound' | 'refreshed' | 'moved';
      readonly identityId: bigint;
      readonly isMinted: boolean;
      readonly displayHandle: string | null;
    };

/**
 * Binds a channel handle to a customer, found by id, then email, then phone, and made where an email or a phone is
 * given and nobody is found. A handle belongs to one customer of the site, so a taken one moves. The same call again
 * changes nothing. To be called inside a transaction. Source: reference.md, bind_channel; decisions.md, Customers.
 */
export async function bindChannel(
  db: Db,
  site: Pick<Site, 'id' | 'undeployed'>,
  request: BindRequest,
  context: AuditContext,
): Promise<BindResult> {
  if (site.undeployed.includes('channels')) return { outcome: 'not_deployed' };
  const identity = await findOrMint(db, site, request, context.now);
  if (identity === null) return { outcome: 'no_identity' };
  const stored = await upsertBinding(db, site.id, {
    channel: request.channel,
    externalUserId: request.externalUserId,
    displayHandle: request.displayHandle ?? null,
    identityId: identity.id,
    now: context.now,
  });
  const hasMoved = stored.previous_identity_id !== null && stored.previous_identity_id !== identity.id;
  const outcome = stored.is_new ? 'bound' : hasMoved ? 'moved' : 'refreshed';
  await recordAudit(
    db,
    site,
    {
      action: 'channel.bind',
      objectType: 'customer_identity',
      objectId: identity.id.toString(),
      changes: [
        { field: 'channel', from: null, to: request.channel },
        { field: 'identity_id', from: stored.previous_identity_id?.toString() ?? null, to: identity.id.toString() },
      ],
    },
    context,
  );
  return { outcome, identityId: identity.id, isMinted: identity.isMinted, displayHandle: stored.display_handle };
}

async function findOrMint(
  db: Db,
  site: Pick<Site, 'id'>,
  request: BindRequest,
  now: Date,
): Promise<{ readonly id: bigint; readonly isMinted: boolean } | null> {
  const email = request.email ?? null;
  const phone = request.phone ?? null;
  const keys = {
    identityId: request.identityId ?? null,
    emailKey: email === null ? null : emailKey(email),
    phoneKey: phone === null ? null : phoneKey(phone),
  };
  const found = await findIdentityByKeys(db, site.id, keys);
  if (found !== undefined) return { id: found, isMinted: false };
  if (keys.emailKey === null && keys.phoneKey === null) return null;
  if (keys.phoneKey !== null) {
    await lockPhone(db, site.id, keys.phoneKey);
    const meanwhile = await findIdentityByKeys(db, site.id, keys);
    if (meanwhile !== undefined) return { id: meanwhile, isMinted: false };
  }
  const displayName = request.displayName ?? null;
  const made = await insertIdentity(db, site.id, { ...keys, email, phone, displayName, now });
  return { id: made.id, isMinted: made.is_new };
}
