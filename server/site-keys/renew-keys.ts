import { type Database, type Db, sql } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { renewAliasKeys, renewCustomerKeys } from '#server/customers/renew-customer-keys.ts';
import { renewTicketKeys } from '#server/tickets/write/renew-ticket-keys.ts';
import { renewVisitorKeys } from '#server/visitors/renew-visitor-keys.ts';
import { keysMadeFor } from '#contract/contact-keys.ts';

/** Rows per step, few enough not to make other writers wait. */
const STEP = 500;

/** Renews one step of a table. Returns the last id, null at the end, and how many rows changed. */
type Renew = (
  db: Db,
  site: ContactSite,
  step: { readonly after: bigint; readonly limit: number },
) => Promise<{ readonly last: bigint | null; readonly changed: number }>;

/** Aliases follow customers, because a concurrent merge turns a customer into an alias. */
const PARTS: Readonly<Record<'customers' | 'aliases' | 'tickets' | 'visitors', Renew>> = {
  customers: renewCustomerKeys,
  aliases: renewAliasKeys,
  tickets: renewTicketKeys,
  visitors: renewVisitorKeys,
};

type Renewed = { -readonly [Part in keyof typeof PARTS]: number };

/**
 * Recomputes the search and phone keys of a site's rows step by step, skipping rows that change meanwhile. Makes two
 * passes: the second catches rows that a call with the old country wrote during the first. Returns how many rows changed.
 * See docs/decisions/0031-phones-of-a-country.md.
 * @param isWanted false stops it between two steps; the next run starts the site again
 */
export async function renewKeys(
  database: Pick<Database, 'owner' | 'forSite'>,
  site: ContactSite,
  isWanted: () => boolean = () => true,
): Promise<Renewed> {
  const db = database.forSite(site.id);
  const renewed: Renewed = { customers: 0, aliases: 0, tickets: 0, visitors: 0 };
  for (let pass = 0; pass < 2; pass += 1) {
    for (const part of ['customers', 'aliases', 'tickets', 'visitors'] as const) {
      for (let after: bigint | null = 0n; after !== null;) {
        if (!isWanted()) return renewed;
        const step = await PARTS[part](db, site, { after, limit: STEP });
        renewed[part] += step.changed;
        after = step.last;
      }
    }
  }
  await markRenewed(database.owner, site, keysMadeFor(site.country));
  return renewed;
}

/** As `renewKeys` for each site whose keys were made with other rules or another country, such as after an upgrade. */
export async function renewAllKeys(
  database: Pick<Database, 'owner' | 'forSite'>,
  isWanted: () => boolean = () => true,
): Promise<void> {
  for (const site of await findSitesToRenew(database.owner, keysMadeFor(null))) {
    if (!isWanted()) return;
    await renewKeys(database, site, isWanted);
  }
}

/** Sites whose keys were made with other rules or another country. @param db the owner's handle */
async function findSitesToRenew(db: Db, rules: string): Promise<ContactSite[]> {
  return db.query<ContactSite>(sql`
    select id, country from site where keys_made_for <> ${rules}::text || coalesce(' ' || country, '') order by id`);
}

/** Does nothing if the country has changed meanwhile: then the keys must be made again. */
async function markRenewed(db: Db, site: ContactSite, keys: string): Promise<void> {
  await db.query(sql`
    update site set keys_made_for = ${keys} where id = ${site.id} and country is not distinct from ${site.country}::text`);
}
