import type { Database, Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { renewAliasKeys, renewCustomerKeys } from '#server/customers/renew-customer-keys.ts';
import { renewTicketKeys } from '#server/tickets/write/renew-ticket-keys.ts';
import { renewVisitorKeys } from '#server/visitors/renew-visitor-keys.ts';
import { findSitesToRenew, markRenewed } from './site-keys.sql.ts';
import { keysMadeFor } from '#contract/contact-keys.ts';

/** Rows of one step: few enough that nobody waits for them. */
const STEP = 500;

/** A step of one table. Answers the last id that was looked at, null behind the end, and how many rows changed. */
type Renew = (
  db: Db,
  site: ContactSite,
  step: { readonly after: bigint; readonly limit: number },
) => Promise<{ readonly last: bigint | null; readonly changed: number }>;

/** Aliases behind customers: a merge that runs meanwhile makes one of the other. */
const PARTS: Readonly<Record<'customers' | 'aliases' | 'tickets' | 'visitors', Renew>> = {
  customers: renewCustomerKeys,
  aliases: renewAliasKeys,
  tickets: renewTicketKeys,
  visitors: renewVisitorKeys,
};

type Renewed = { -readonly [Part in keyof typeof PARTS]: number };

/**
 * Makes the keys of a site's rows anew, step by step, each a statement that takes only rows that are as they were read.
 * Two passes: what was written in the first one by a call that knew the old country is met by the second. Answers how many
 * rows changed. See docs/decisions/0031-phones-of-a-country.md.
 * @param isWanted False ends it between two steps; the site is begun again another time.
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

/** The same for every site whose keys are of other rules or of another country, such as after an upgrade. */
export async function renewAllKeys(
  database: Pick<Database, 'owner' | 'forSite'>,
  isWanted: () => boolean = () => true,
): Promise<void> {
  for (const site of await findSitesToRenew(database.owner, keysMadeFor(null))) {
    if (!isWanted()) return;
    await renewKeys(database, site, isWanted);
  }
}
