import type { Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { findAliasPhones, findPhones, updateAliasKeys, updatePhoneKeys } from './renew-customer-keys.sql.ts';
import { phoneKey } from '#contract/contact-keys.ts';

interface Step {
  readonly after: bigint;
  readonly limit: number;
}

interface Renewed {
  /** Null behind the end. */
  readonly last: bigint | null;
  readonly changed: number;
}

/** Matches the phones of some customers anew; who then has the phone of another one stays apart, as a duplicate. */
export async function renewCustomerKeys(db: Db, site: ContactSite, step: Step): Promise<Renewed> {
  const rows = await findPhones(db, site.id, step);
  const stale = rows.flatMap(({ id, phone, phone_key }) => {
    const key = phoneKey(phone, site.country);
    return key === phone_key ? [] : [{ id, phone, key }];
  });
  return { last: lastOf(rows, step), changed: await updatePhoneKeys(db, site.id, stale) };
}

/** The same for phones under which merged customers are found, of which no more than the key is left. */
export async function renewAliasKeys(db: Db, site: ContactSite, step: Step): Promise<Renewed> {
  const rows = await findAliasPhones(db, site.id, step);
  const stale = rows.flatMap(({ id, key: before }) => {
    const key = phoneKey(before, site.country);
    return key === null || key === before ? [] : [{ id, before, key }];
  });
  return { last: lastOf(rows, step), changed: await updateAliasKeys(db, site.id, stale) };
}

function lastOf(rows: readonly { readonly id: bigint }[], { limit }: Step): bigint | null {
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null);
}
