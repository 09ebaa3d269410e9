import { phoneKey } from '#contract/contact-keys.ts';
import { type Db, sql } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';

/** A page in id order, after the id `after`. */
interface Page {
  readonly after: bigint;
  readonly limit: number;
}

interface Renewed {
  /** Null after the last page. */
  readonly last: bigint | null;
  readonly changed: number;
}

/** Recomputes the phone keys of a page of customers. Customers that now share a phone stay separate, as duplicates. */
export async function renewCustomerKeys(db: Db, site: ContactSite, page: Page): Promise<Renewed> {
  const rows = await findPhones(db, site.id, page);
  const stale = rows.flatMap(({ id, phone, phone_key }) => {
    const key = phoneKey(phone, site.country);
    return key === phone_key ? [] : [{ id, phone, key }];
  });
  return { last: lastOf(rows, page), changed: await updatePhoneKeys(db, site.id, stale) };
}

/** Recomputes phone aliases from their keys, since the phones of merged customers are not stored. */
export async function renewAliasKeys(db: Db, site: ContactSite, page: Page): Promise<Renewed> {
  const rows = await findAliasPhones(db, site.id, page);
  const stale = rows.flatMap(({ id, key: before }) => {
    const key = phoneKey(before, site.country);
    return key === null || key === before ? [] : [{ id, before, key }];
  });
  return { last: lastOf(rows, page), changed: await updateAliasKeys(db, site.id, stale) };
}

function lastOf(rows: readonly { readonly id: bigint }[], { limit }: Page): bigint | null {
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null);
}

async function findPhones(
  db: Db,
  siteId: bigint,
  { after, limit }: Page,
): Promise<{ readonly id: bigint; readonly phone: string; readonly phone_key: string | null }[]> {
  return db.query(sql`
    select c.id, c.phone, c.phone_key from customer_identity c
    where c.site_id = ${siteId} and c.id > ${after} and c.phone is not null order by c.id limit ${limit}`);
}

/** Skips customers whose phone has changed since it was read. */
async function updatePhoneKeys(
  db: Db,
  siteId: bigint,
  rows: readonly { readonly id: bigint; readonly phone: string; readonly key: string | null }[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const changed = await db.query(sql`
    update customer_identity c set phone_key = u.key
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ phone }) => phone)}::text[],
      ${rows.map(({ key }) => key)}::text[]) as u (id, phone, key)
    where c.site_id = ${siteId} and c.id = u.id and c.phone = u.phone returning 1 as one`);
  return changed.length;
}

async function findAliasPhones(
  db: Db,
  siteId: bigint,
  { after, limit }: Page,
): Promise<{ readonly id: bigint; readonly key: string }[]> {
  return db.query(sql`
    select a.id, a.key from customer_alias a
    where a.site_id = ${siteId} and a.id > ${after} and a.kind = 'phone' order by a.id limit ${limit}`);
}

async function updateAliasKeys(
  db: Db,
  siteId: bigint,
  rows: readonly { readonly id: bigint; readonly before: string; readonly key: string }[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const changed = await db.query(sql`
    update customer_alias a set key = u.key
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ before }) => before)}::text[],
      ${rows.map(({ key }) => key)}::text[]) as u (id, before, key)
    where a.site_id = ${siteId} and a.id = u.id and a.key = u.before returning 1 as one`);
  return changed.length;
}
