import { emailKey, isWorldwide, phoneKey } from '#contract/contact-keys.ts';
import type { Channel } from '#contract/customers.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import { type Db, sql } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Site } from '#server/operation/call.ts';
import { insertCustomers } from './bulk-bind/bind-bulk.sql.ts';
import { insertBinding, lockBindings, type HandleKey } from './channels.sql.ts';
import { changedCustomerDeltas } from './customer-counters.ts';
import { findIdentityByKeys, insertIdentity } from './identities.sql.ts';

/** A customer of another system. Lengths and formats are already validated. */
export interface ImportedCustomer {
  readonly externalId: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly displayName: string | null;
  /** ISO text in UTC. Null: now. */
  readonly firstSeenUtc: string | null;
  readonly channels: readonly ImportedHandle[];
}

export interface ImportedHandle {
  readonly channel: Channel;
  readonly externalUserId: string;
  readonly displayHandle: string | null;
}

type CustomerOutcome = 'imported' | 'skipped' | ApiError;

/**
 * Imports customers in order: found by email, then phone, as for `bind_channel`, else created. A customer that is found keeps
 * what it has and gains what it lacks; another email or phone of the row becomes a channel. A row with a channel of
 * another customer is refused as a whole. Skips external IDs that were imported before. Call inside a transaction. See
 * docs/operating.md, "Moving in".
 */
export async function importCustomers(
  db: Db,
  site: Site,
  customers: readonly ImportedCustomer[],
  { now }: AuditContext,
): Promise<CustomerOutcome[]> {
  // Alone: no one else creates a customer or binds a channel between the look-ups and the writes.
  await lockBindings(db, site.id, 'alone');
  const known = await findImported(db, site.id, customers);
  const unknown = customers.filter(({ externalId }) => !known.has(externalId));
  const isNew = await insertNewCustomers(db, site, unknown, now);
  const outcomes: CustomerOutcome[] = [];
  for (const customer of customers) {
    if (isNew.has(customer)) {
      outcomes.push('imported');
      continue;
    }
    if (known.has(customer.externalId)) {
      outcomes.push('skipped');
      continue;
    }
    const plan = await planCustomer(db, site, customer);
    if (plan instanceof ApiError) {
      outcomes.push(plan);
      continue;
    }
    const id = plan.id ?? (await createCustomer(db, site.id, plan, now));
    const lost = plan.id === undefined ? [] : await fillGaps(db, site, plan.id, plan);
    for (const handle of [...plan.newHandles, ...lost]) {
      await insertBinding(db, site.id, { ...handle, identityId: id, now });
    }
    await insertImported(db, site.id, [customer.externalId], [id]);
    known.add(customer.externalId);
    outcomes.push('imported');
  }
  return outcomes;
}

/** The outcomes that `importCustomers` would have if each row were the first one. Writes nothing. */
export async function checkCustomers(
  db: Db,
  site: Site,
  customers: readonly ImportedCustomer[],
): Promise<CustomerOutcome[]> {
  const known = await findImported(db, site.id, customers);
  const outcomes: CustomerOutcome[] = [];
  for (const customer of customers) {
    if (known.has(customer.externalId)) {
      outcomes.push('skipped');
      continue;
    }
    const fault = contactFault(site, customer);
    // Without a channel, no other customer can be in the way.
    const plan = fault ?? (customer.channels.length === 0 ? null : await planCustomer(db, site, customer));
    outcomes.push(plan instanceof ApiError ? plan : 'imported');
  }
  return outcomes;
}

/**
 * Inserts, with one statement, the customers without channels whose email and phone no customer and no other row has. Returns
 * them; the others are resolved one by one.
 */
async function insertNewCustomers(
  db: Db,
  site: Site,
  customers: readonly ImportedCustomer[],
  now: Date,
): Promise<ReadonlySet<ImportedCustomer>> {
  const rows = customers.map((customer) => ({ customer, ...keysOf(site, customer) }));
  const counts = new Map<string, number>();
  const namesOf = ({ customer, emailKey, phoneKey }: (typeof rows)[number]) => [
    `id ${customer.externalId}`,
    ...(emailKey === null ? [] : [`email ${emailKey}`]),
    ...(phoneKey === null ? [] : [`phone ${phoneKey}`]),
  ];
  for (const name of rows.flatMap(namesOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const simple = rows.filter(
    (row) =>
      row.customer.channels.length === 0 &&
      (row.emailKey !== null || row.phoneKey !== null) &&
      namesOf(row).every((name) => counts.get(name) === 1),
  );
  const taken = await findTaken(db, site.id, simple);
  const free = simple.filter((_row, index) => !taken.has(index));
  if (free.length === 0) return new Set();
  const first = await db.takeIds(site.id, free.length);
  const ids = free.map((_row, index) => first + BigInt(index));
  const minted = free.map(({ customer, emailKey, phoneKey }) => ({
    email: customer.email,
    emailKey,
    phone: customer.phone,
    phoneKey,
    displayName: customer.displayName,
    boundUtc: customer.firstSeenUtc ?? now.toISOString(),
  }));
  await insertCustomers(db, site.id, { customers: minted, ids }, now.toISOString());
  const externalIds = free.map(({ customer }) => customer.externalId);
  await insertImported(db, site.id, externalIds, ids);
  return new Set(free.map(({ customer }) => customer));
}

/** The positions of rows whose email or phone a customer has, or had before a merge. */
async function findTaken(
  db: Db,
  siteId: bigint,
  rows: readonly { readonly emailKey: string | null; readonly phoneKey: string | null }[],
): Promise<Set<number>> {
  const found = await db.query<{ position: number }>(sql`
    select (u.position - 1)::integer as position
    from unnest(${rows.map(({ emailKey }) => emailKey)}::text[], ${rows.map(({ phoneKey }) => phoneKey)}::text[])
      with ordinality as u (email_key, phone_key, position)
    where exists (select from customer_identity c where c.site_id = ${siteId} and c.email_key = u.email_key)
      or exists (select from customer_identity c where c.site_id = ${siteId} and c.phone_key = u.phone_key)
      or exists (select from customer_alias a where a.site_id = ${siteId} and a.kind = 'email' and a.key = u.email_key)
      or exists (select from customer_alias a where a.site_id = ${siteId} and a.kind = 'phone' and a.key = u.phone_key)`);
  return new Set(found.map(({ position }) => position));
}

function keysOf({ country }: Site, { email, phone }: ImportedCustomer) {
  return {
    identityId: null,
    emailKey: email === null ? null : emailKey(email),
    phoneKey: phone === null ? null : phoneKey(phone, country),
  };
}

interface Plan extends ImportedCustomer {
  /** Undefined: no customer matches yet. */
  readonly id: bigint | undefined;
  readonly emailKey: string | null;
  readonly phoneKey: string | null;
  readonly newHandles: readonly ImportedHandle[];
}

/** Why a row can be no customer, whatever the site has. */
function contactFault(site: Site, customer: ImportedCustomer): ApiError | null {
  const { emailKey, phoneKey } = keysOf(site, customer);
  if (emailKey === null && phoneKey === null) {
    return new ApiError('no_identity', 'The row has neither an email nor a phone');
  }
  if (customer.channels.length > 0 && site.undeployed.includes('channels')) {
    return new ApiError('bind_failed', 'Channels are not deployed for this site');
  }
  return null;
}

async function planCustomer(db: Db, site: Site, customer: ImportedCustomer): Promise<Plan | ApiError> {
  const { channels } = customer;
  const fault = contactFault(site, customer);
  if (fault !== null) return fault;
  const keys = keysOf(site, customer);
  const id = await findIdentityByKeys(db, site.id, keys);
  const owners = await findOwners(db, site.id, channels);
  for (const [index, handle] of channels.entries()) {
    const owner = owners.get(handleKey(handle));
    if (owner === undefined || owner === id) continue;
    return new ApiError('conflict', `channels[${index}] belongs to customer ${owner}`);
  }
  return { ...customer, ...keys, id, newHandles: channels.filter((handle) => !owners.has(handleKey(handle))) };
}

function createCustomer(db: Db, siteId: bigint, plan: Plan, now: Date): Promise<bigint> {
  const at = plan.firstSeenUtc === null ? now : new Date(plan.firstSeenUtc);
  return insertIdentity(db, siteId, { ...plan, now: at }).then(({ id }) => id);
}

interface Contact {
  readonly email_key: string | null;
  readonly phone_key: string | null;
}

/** Adds what the customer lacks, and returns contacts of the row for which it has another value, as channels. */
async function fillGaps(db: Db, site: Site, id: bigint, plan: Plan): Promise<ImportedHandle[]> {
  const [before] = await db.query<Contact>(sql`
    select email_key, phone_key from customer_identity where site_id = ${site.id} and id = ${id} for update`);
  if (before === undefined) throw new Error('the customer is gone though the bindings are locked');
  const phoneOwner = await findByKeys(db, site.id, null, plan.phoneKey);
  const phone = phoneOwner === undefined || phoneOwner === id ? plan.phoneKey : null;
  const emailOwner = await findByKeys(db, site.id, plan.emailKey, null);
  const email = emailOwner === undefined ? plan.emailKey : null;
  await updateGaps(db, site.id, id, {
    email: email === null ? null : plan.email,
    emailKey: email,
    phone: phone === null ? null : plan.phone,
    phoneKey: phone,
    displayName: plan.displayName,
    firstSeenUtc: plan.firstSeenUtc,
  });
  if (site.undeployed.includes('channels')) return [];
  const lost: ImportedHandle[] = [];
  if (email !== null && before.email_key !== null && plan.email !== null) lost.push(handleOf('email', plan.email));
  const isOtherPhone = phoneOwner === undefined && phone !== null && before.phone_key !== null;
  if (isOtherPhone && isWorldwide(phone)) lost.push(handleOf('sms', phone));
  const owners = await findOwners(db, site.id, lost);
  return lost.filter((handle) => !owners.has(handleKey(handle)));
}

function handleOf(channel: 'email' | 'sms', externalUserId: string): ImportedHandle {
  return { channel, externalUserId, displayHandle: null };
}

function findByKeys(
  db: Db,
  siteId: bigint,
  emailKey: string | null,
  phoneKey: string | null,
): Promise<bigint | undefined> {
  if (emailKey === null && phoneKey === null) return Promise.resolve(undefined);
  return findIdentityByKeys(db, siteId, { identityId: null, emailKey, phoneKey });
}

interface Gaps {
  readonly email: string | null;
  readonly emailKey: string | null;
  readonly phone: string | null;
  readonly phoneKey: string | null;
  readonly displayName: string | null;
  readonly firstSeenUtc: string | null;
}

async function updateGaps(db: Db, siteId: bigint, id: bigint, gaps: Gaps): Promise<void> {
  await db.query(sql`
    with before as (
      select * from customer_identity where site_id = ${siteId} and id = ${id}
    ), after as (
      update customer_identity c set
        email = coalesce(c.email, ${gaps.email}::text), email_key = coalesce(c.email_key, ${gaps.emailKey}::text),
        phone = coalesce(c.phone, ${gaps.phone}::text), phone_key = coalesce(c.phone_key, ${gaps.phoneKey}::text),
        display_name = coalesce(c.display_name, ${gaps.displayName}::text),
        first_seen_utc = least(c.first_seen_utc, ${gaps.firstSeenUtc}::timestamptz), version = c.version + 1
      where c.site_id = ${siteId} and c.id = ${id} and (
        c.email is null and ${gaps.email}::text is not null or c.phone is null and ${gaps.phone}::text is not null
        or c.display_name is null and ${gaps.displayName}::text is not null
        or ${gaps.firstSeenUtc}::timestamptz < c.first_seen_utc)
      returning *
    ), changed as (
      select b.* from before b where exists (select from after)
    )
    ${changedCustomerDeltas(siteId, sql`changed`, sql`after`)}`);
}

function handleKey({ channel, externalUserId }: HandleKey): string {
  return `${channel} ${externalUserId}`;
}

/** The customers who have these handles, by `handleKey`. */
async function findOwners(db: Db, siteId: bigint, handles: readonly HandleKey[]): Promise<Map<string, bigint>> {
  if (handles.length === 0) return new Map();
  const rows = await db.query<{ channel: Channel; external_user_id: string; identity_id: bigint }>(sql`
    select b.channel, b.external_user_id, b.identity_id from channel_binding b
    join unnest(${handles.map(({ channel }) => channel)}::text[], ${handles.map((one) => one.externalUserId)}::text[])
      as u (channel, external_user_id) on u.channel = b.channel and u.external_user_id = b.external_user_id
    where b.site_id = ${siteId}`);
  return new Map(
    rows.map((row) => [handleKey({ channel: row.channel, externalUserId: row.external_user_id }), row.identity_id]),
  );
}

async function findImported(
  db: Db,
  siteId: bigint,
  customers: readonly { readonly externalId: string }[],
): Promise<Set<string>> {
  const rows = await db.query<{ external_id: string }>(sql`
    select external_id from imported_customer
    where site_id = ${siteId} and external_id = any(${customers.map(({ externalId }) => externalId)}::text[])`);
  return new Set(rows.map((row) => row.external_id));
}

/** The lists have the same order. */
async function insertImported(
  db: Db,
  siteId: bigint,
  externalIds: readonly string[],
  ids: readonly bigint[],
): Promise<void> {
  await db.query(sql`
    insert into imported_customer (site_id, external_id, identity_id)
    select ${siteId}, u.external_id, u.id from unnest(${externalIds}::text[], ${ids}::bigint[]) as u (external_id, id)`);
}
