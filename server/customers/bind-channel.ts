import type { Channel } from '#contract/customers.ts';
import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { ContactSite, Site, SiteRef } from '#server/operation/call.ts';
import {
  deleteBinding,
  insertBinding,
  lockBinding,
  lockBindings,
  updateBinding,
  type BindingRow,
  type HandleKey,
} from './channels.sql.ts';
import { findIdentityByKeys, insertIdentity, lockPhone } from './identities.sql.ts';
import { emailKey, phoneKey, withLostPlus } from '#contract/contact-keys.ts';

/** A handle and its customer. Lengths and formats are already validated. */
export interface BindRequest {
  readonly identityId?: bigint | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly channel: Channel;
  readonly externalUserId: string;
  /** Absent or null keeps the stored one. */
  readonly displayHandle?: string | null;
  /** Used only if this call creates the customer. */
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
 * Binds a channel handle to a customer found by id, then email, then phone. Creates the customer if none matches and an
 * email or phone is given. A handle belongs to one customer of the site, so a taken one moves. Idempotent. Call inside
 * a transaction. See docs/api.md, "Channels".
 */
export async function bindChannel(
  db: Db,
  site: Pick<Site, 'id' | 'country' | 'undeployed'>,
  request: BindRequest,
  context: AuditContext,
): Promise<BindResult> {
  const contact = contactOf(site, request);
  if (site.undeployed.includes('channels')) {
    const isUsable = hasKey(contact) || (await findIdentityByKeys(db, site.id, contact)) !== undefined;
    return { outcome: isUsable ? 'not_deployed' : 'no_identity' };
  }
  await lockBindings(db, site.id, 'with others');
  const identity = await findOrMint(db, site, contact, context.now);
  if (identity === null) return { outcome: 'no_identity' };
  const { channel, externalUserId, displayHandle = null } = request;
  const row = { channel, externalUserId, displayHandle, identityId: identity.id, now: context.now };
  const stored = await storeBinding(db, site, row);
  const outcome = stored.before === null ? 'bound' : stored.before === identity.id ? 'refreshed' : 'moved';
  const change = { channel, from: stored.before, to: identity.id };
  await auditBinding(db, site, { action: 'channel.bind', ...change }, context);
  if (outcome === 'moved') await auditBinding(db, site, { action: 'channel.unbind', ...change }, context);
  return { outcome, identityId: identity.id, isMinted: identity.isMinted, displayHandle: stored.displayHandle };
}

interface Stored {
  /** The customer who had the handle before; null for a new one. */
  readonly before: bigint | null;
  readonly displayHandle: string | null;
}

async function storeBinding(db: Db, site: SiteRef, row: BindingRow): Promise<Stored> {
  for (;;) {
    if (await insertBinding(db, site.id, row)) return { before: null, displayHandle: row.displayHandle };
    const held = await lockBinding(db, site.id, row);
    // Unbound between the two statements: insert again.
    if (held === undefined) continue;
    const displayHandle = await updateBinding(db, site.id, row, held.identity_id);
    return { before: held.identity_id, displayHandle };
  }
}

/**
 * Unbinds a handle. If it is not bound as written, tries it with the leading plus that URLs lose. Returns the handle
 * that is now free. Call inside a transaction, on a site that has channels.
 */
export async function unbindChannel(
  db: Db,
  site: SiteRef,
  written: HandleKey,
  context: AuditContext,
): Promise<HandleKey> {
  await lockBindings(db, site.id, 'with others');
  const withPlus = { ...written, externalUserId: withLostPlus(written.externalUserId) };
  const handles = withPlus.externalUserId === written.externalUserId ? [written] : [written, withPlus];
  for (const handle of handles) {
    const from = await deleteBinding(db, site.id, handle);
    if (from === undefined) continue;
    await auditBinding(db, site, { action: 'channel.unbind', channel: handle.channel, from, to: null }, context);
    return handle;
  }
  return withPlus;
}

interface BindingChange {
  readonly action: 'channel.bind' | 'channel.unbind';
  readonly channel: Channel;
  readonly from: bigint | null;
  readonly to: bigint | null;
}

export async function auditBinding(
  db: Db,
  site: SiteRef,
  { action, channel, from, to }: BindingChange,
  context: AuditContext,
): Promise<void> {
  const isBound = action === 'channel.bind';
  // A move is audited for both customers.
  const objectId = (isBound ? to : from)?.toString() ?? '';
  const changes = [
    { field: 'channel', from: isBound ? null : channel, to: isBound ? channel : null },
    { field: 'identity_id', from: from?.toString() ?? null, to: to?.toString() ?? null },
  ];
  await recordAudit(db, site, { action, objectType: 'customer_identity', objectId, changes }, context);
}

interface Contact {
  readonly identityId: bigint | null;
  readonly email: string | null;
  readonly emailKey: string | null;
  readonly phone: string | null;
  readonly phoneKey: string | null;
  readonly displayName: string | null;
}

function contactOf({ country }: ContactSite, request: BindRequest): Contact {
  const { identityId = null, email = null, phone = null, displayName = null } = request;
  return {
    identityId,
    email,
    emailKey: email === null ? null : emailKey(email),
    phone,
    phoneKey: phone === null ? null : phoneKey(phone, country),
    displayName,
  };
}

/** Whether a customer can be created from this contact. */
function hasKey({ emailKey, phoneKey }: Contact): boolean {
  return emailKey !== null || phoneKey !== null;
}

async function findOrMint(
  db: Db,
  site: SiteRef,
  contact: Contact,
  now: Date,
): Promise<{ readonly id: bigint; readonly isMinted: boolean } | null> {
  const found = await findIdentityByKeys(db, site.id, contact);
  if (found !== undefined) return { id: found, isMinted: false };
  if (!hasKey(contact)) return null;
  if (contact.phoneKey !== null) {
    await lockPhone(db, site.id, contact.phoneKey);
    const meanwhile = await findIdentityByKeys(db, site.id, contact);
    if (meanwhile !== undefined) return { id: meanwhile, isMinted: false };
  }
  const made = await insertIdentity(db, site.id, { ...contact, now });
  return { id: made.id, isMinted: made.is_new };
}
