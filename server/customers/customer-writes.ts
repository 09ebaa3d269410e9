import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import type {
  createCustomer as CreateCustomer,
  updateCustomer as UpdateCustomer,
  createCustomer,
  updateCustomer,
} from '#contract/customer-writes.ts';
import type { Customer } from '#contract/customers.ts';
import type { Body } from '#contract/operation.ts';
import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import { type Db, sql } from '#server/db/db.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, Site, ContactSite, SiteRef } from '#server/operation/call.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import { lockBindings } from './channels.sql.ts';
import { changedCustomerDeltas } from './customer-counters.ts';
import { byId, readCustomer, type FindRecentTickets, type ReadOptions } from './customers.ts';
import { requireIdentity } from './find-identity.ts';
import { findIdentityByKeys, insertIdentity, lockPhone, type ContactRow } from './identities.sql.ts';

/** 23505: another customer took the email meanwhile; the retry finds that customer and reports the conflict. */
const EMAIL_TAKEN: readonly string[] = ['23505'];

/** POST customer. See docs/api.md, "Customers". @throws ApiError missing_field, bad_field, conflict */
export function createCustomerWith(findTickets: FindRecentTickets): Handler<typeof CreateCustomer> {
  return ({ db, site, body, actor, now, extensions }) =>
    retryConflicts(db, async (db) => {
      const result = await createCustomerRecord(db, site, body, { actor, now });
      return answer(db, site, result, { findTickets, extensions, now });
    });
}

/** PATCH customer. See docs/api.md, "Customers". @throws ApiError missing_field, bad_field, not_found, conflict */
export function updateCustomerWith(findTickets: FindRecentTickets): Handler<typeof UpdateCustomer> {
  return ({ db, site, body, actor, now, extensions }) =>
    retryConflicts(
      db,
      async (db) => {
        const result = await updateCustomerRecord(db, site, body, { actor, now });
        return answer(db, site, result, { findTickets, extensions, now });
      },
      EMAIL_TAKEN,
    );
}

async function answer(db: Db, site: Site, result: WriteResult, options: ReadOptions): Promise<Customer> {
  const customer = await readCustomer(db, site, byId('id' in result ? result.id : result.current), options);
  if (customer === undefined) throw new ApiError('not_found', 'There is no customer with this id');
  if ('id' in result) return customer;
  throw new ApiError('conflict', result.message, { current: customer });
}

/** The customer who already has the email or phone, or whose version has changed. */
interface CustomerConflict {
  readonly current: bigint;
  readonly message: string;
}

export type WriteResult = { readonly id: bigint } | CustomerConflict;

/**
 * Creates a customer unless another one has the email or the phone. Call inside a transaction.
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
  const contact = withKeys(site, { email, phone, displayName: cleanName(input.display_name) ?? null });
  // Lock bindings before customers: an import that creates customers holds them exclusively.
  await lockBindings(db, site.id, 'with others');
  const owner = await findOwner(db, site, contact);
  if (owner !== null) return owner;
  const { id, is_new: isNew } = await insertIdentity(db, site.id, { ...contact, now: context.now });
  if (!isNew) return taken('email', id);
  await audit(db, site, { action: 'customer.create', id, changes: [] }, context);
  return { id };
}

/**
 * Changes a customer. Values that are already set are no change and are not audited. Call inside a transaction.
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
  const given = withKeys(site, { email: email ?? null, phone: phone ?? null, displayName: null });
  await lockBindings(db, site.id, 'with others');
  if (given.phoneKey !== null) await lockPhone(db, site.id, given.phoneKey);
  const id = await requireIdentity(db, site, input.id);
  const before = await lockCustomer(db, site.id, id);
  if (before === undefined) throw new ApiError('not_found', 'There is no customer with this id');
  if (version !== undefined && version !== before.version) {
    return { current: id, message: 'Someone else has changed this customer' };
  }
  const after = withKeys(site, {
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

type KeyedFields = ReturnType<typeof withKeys>;

/** Adds the matched forms. @throws ApiError bad_field for a phone without digits */
function withKeys({ country }: ContactSite, fields: Fields) {
  const { email, phone } = fields;
  const key = phone === null ? null : phoneKey(phone, country);
  if (phone !== null && key === null) throw fieldError('phone', 'must have digits');
  return { ...fields, emailKey: email === null ? null : emailKey(email), phoneKey: key };
}

/** Blank becomes null; undefined stays undefined. */
function cleanName(name: string | null | undefined): string | null | undefined {
  return name?.trim() === '' ? null : name?.trim();
}

/** Only changed keys must be free: several customers may already share a phone. */
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

/** Another customer with one of the keys. Concurrent callers with the same phone wait for each other here. */
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

interface LockedCustomer {
  readonly email: string | null;
  readonly phone: string | null;
  readonly display_name: string | null;
  readonly blocked_utc: string | null;
  readonly version: number;
}

/** Locked until the transaction ends. */
async function lockCustomer(db: Db, siteId: bigint, id: bigint): Promise<LockedCustomer | undefined> {
  const [row] = await db.query<LockedCustomer>(sql`
    select c.email, c.phone, c.display_name, c.blocked_utc, c.version from customer_identity c
    where c.site_id = ${siteId} and c.id = ${id} for update`);
  return row;
}

/** Updates a locked customer and increments its version. Fails with 23505 if the email was taken meanwhile. */
async function updateCustomerRow(
  db: Db,
  siteId: bigint,
  id: bigint,
  row: Omit<ContactRow, 'now'> & { readonly blockedUtc: string | null },
): Promise<void> {
  await db.query(sql`
    with before as (
      select * from customer_identity where site_id = ${siteId} and id = ${id}
    ), after as (
      update customer_identity set email = ${row.email}, email_key = ${row.emailKey}, phone = ${row.phone},
        phone_key = ${row.phoneKey}, display_name = ${row.displayName}, blocked_utc = ${row.blockedUtc}::timestamptz,
        version = version + 1
      where site_id = ${siteId} and id = ${id} returning *
    )
    ${changedCustomerDeltas(siteId, sql`before`, sql`after`)}`);
}
