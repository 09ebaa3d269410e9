import type { createCustomer, updateCustomer } from '#contract/customer-writes.ts';
import type { Body } from '#contract/operation.ts';
import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import type { ContactSite, SiteRef } from '#server/operation/call.ts';
import { lockBindings } from './channels.sql.ts';
import { findIdentityByKeys, insertIdentity, lockPhone } from './identities.sql.ts';
import { lockCustomer, updateCustomerRow, type LockedCustomer } from './write-customer.sql.ts';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import { requireIdentity } from './find-identity.ts';

/** Who has what was asked for, or who is newer than what was read. */
export interface CustomerConflict {
  readonly current: bigint;
  readonly message: string;
}

export type WriteResult = { readonly id: bigint } | CustomerConflict;

/**
 * A customer made by hand, where nobody has the email or the phone yet. To be called inside a transaction.
 * @throws ApiError missing_field, bad_field
 */
export async function createCustomerRecord(
  db: Db,
  site: ContactSite,
  input: Body<typeof createCustomer>,
  context: AuditContext,
): Promise<WriteResult> {
  const { email = null, phone = null } = input;
  if (email === null && phone === null) throw new ApiError('missing_field', 'Give an email or a phone');
  const contact = keyed(site, { email, phone, displayName: cleanName(input.display_name) ?? null });
  // Before any customer is taken: an import that makes customers has the bindings alone.
  await lockBindings(db, site.id, 'with others');
  const owner = await findOwner(db, site, contact);
  if (owner !== null) return owner;
  const { id, is_new: isNew } = await insertIdentity(db, site.id, { ...contact, now: context.now });
  if (!isNew) return taken('email', id);
  await audit(db, site, { action: 'customer.create', id, changes: [] }, context);
  return { id };
}

/**
 * Corrects a customer; what is so already is no change and leaves no trace. To be called inside a transaction.
 * @throws ApiError missing_field, bad_field, not_found
 */
export async function updateCustomerRecord(
  db: Db,
  site: ContactSite,
  input: Body<typeof updateCustomer>,
  context: AuditContext,
): Promise<WriteResult> {
  const { email, phone, display_name: name, blocked, version } = input;
  if ([email, phone, name, blocked].every((field) => field === undefined)) {
    throw new ApiError('missing_field', 'Give at least one field to change besides id');
  }
  const given = keyed(site, { email: email ?? null, phone: phone ?? null, displayName: null });
  await lockBindings(db, site.id, 'with others');
  if (given.phoneKey !== null) await lockPhone(db, site.id, given.phoneKey);
  const id = await requireIdentity(db, site, input.id);
  const before = await lockCustomer(db, site.id, id);
  if (before === undefined) throw new ApiError('not_found', 'There is no customer with this id');
  if (version !== undefined && version !== before.version) {
    return { current: id, message: 'Someone else has changed this customer' };
  }
  const after = keyed(site, {
    email: email === undefined ? before.email : email,
    phone: phone === undefined ? before.phone : phone,
    displayName: name === undefined ? before.display_name : (cleanName(name) ?? null),
  });
  if (after.email === null && after.phone === null && (email === null || phone === null)) {
    throw new ApiError('bad_field', 'Keep an email or a phone');
  }
  const owner = await findOwner(db, site, { ...changedKeys(site, before, after), self: id });
  if (owner !== null) return owner;
  const isBlocked = before.blocked_utc !== null;
  const blockedUtc = (blocked ?? isBlocked) ? (before.blocked_utc ?? context.now.toISOString()) : null;
  const fields = changedFields(before, after);
  const hasFlipped = (blockedUtc !== null) !== isBlocked;
  if (fields.length === 0 && !hasFlipped) return { id };
  await updateCustomerRow(db, site.id, id, { ...after, blockedUtc });
  const changes = fields.map((field) => ({ field, from: null, to: null }));
  if (fields.length > 0) await audit(db, site, { action: 'customer.update', id, changes }, context);
  if (hasFlipped) {
    const action = isBlocked ? 'customer.unblock' : 'customer.block';
    const flipped = [{ field: 'blocked', from: isBlocked, to: !isBlocked }];
    await audit(db, site, { action, id, changes: flipped }, context);
  }
  return { id };
}

interface Fields {
  readonly email: string | null;
  readonly phone: string | null;
  readonly displayName: string | null;
}

type KeyedFields = ReturnType<typeof keyed>;

/** @throws ApiError bad_field for a phone that nobody could be found by */
function keyed({ country }: ContactSite, fields: Fields) {
  const { email, phone } = fields;
  const key = phone === null ? null : phoneKey(phone, country);
  if (phone !== null && key === null) throw fieldError('phone', 'must have digits');
  return { ...fields, emailKey: email === null ? null : emailKey(email), phoneKey: key };
}

/** Blank is none; undefined stays undefined. */
function cleanName(name: string | null | undefined): string | null | undefined {
  return name?.trim() === '' ? null : name?.trim();
}

/** Keys that are new, and so must be nobody's: several can have had one phone all along. */
function changedKeys(
  { country }: ContactSite,
  before: LockedCustomer,
  after: KeyedFields,
): Pick<KeyedFields, 'emailKey' | 'phoneKey'> {
  const wasEmail = before.email === null ? null : emailKey(before.email);
  const wasPhone = before.phone === null ? null : phoneKey(before.phone, country);
  return {
    emailKey: after.emailKey === wasEmail ? null : after.emailKey,
    phoneKey: after.phoneKey === wasPhone ? null : after.phoneKey,
  };
}

function changedFields(before: LockedCustomer, after: Fields): string[] {
  const pairs = [
    ['email', before.email, after.email],
    ['phone', before.phone, after.phone],
    ['display_name', before.display_name, after.displayName],
  ] as const;
  return pairs.filter(([, from, to]) => from !== to).map(([field]) => field);
}

/** Another customer who has one of the keys. Two at once with one new phone wait for each other here. */
async function findOwner(
  db: Db,
  site: SiteRef,
  { emailKey, phoneKey, self }: Pick<KeyedFields, 'emailKey' | 'phoneKey'> & { readonly self?: bigint },
): Promise<CustomerConflict | null> {
  if (phoneKey !== null) await lockPhone(db, site.id, phoneKey);
  const byEmail = emailKey === null ? undefined : await findBy(db, site, { emailKey, phoneKey: null });
  if (byEmail !== undefined && byEmail !== self) return taken('email', byEmail);
  const byPhone = phoneKey === null ? undefined : await findBy(db, site, { emailKey: null, phoneKey });
  return byPhone === undefined || byPhone === self ? null : taken('phone', byPhone);
}

function findBy(db: Db, site: SiteRef, keys: Pick<KeyedFields, 'emailKey' | 'phoneKey'>): Promise<bigint | undefined> {
  return findIdentityByKeys(db, site.id, { identityId: null, ...keys });
}

function taken(field: 'email' | 'phone', owner: bigint): CustomerConflict {
  return { current: owner, message: `Customer ${owner} already has this ${field}` };
}

async function audit(
  db: Db,
  site: SiteRef,
  { action, id, changes }: Pick<Parameters<typeof recordAudit>[2], 'action' | 'changes'> & { readonly id: bigint },
  context: AuditContext,
): Promise<void> {
  const entry: AuditEntry = { action, objectType: 'customer_identity', objectId: id.toString(), changes };
  await recordAudit(db, site, entry, context);
}
