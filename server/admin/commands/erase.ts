import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { findCustomerOfEmail } from '#server/customers/erase-customer.ts';
import { holdPerson, type Person } from '#server/customers/person.ts';
import { keptAnswers } from '#server/http/idempotency.ts';
import { erasePerson, type HoldPerson } from '#server/person-data/erase-person.ts';
import { requireSite, type DatabaseCommand } from '../command.ts';
import { emailKey } from '#contract/contact-keys.ts';

/**
 * Erases a person from a site: tickets with their threads, customer record, handles, links and everything else that
 * identifies them. Running it again finishes an interrupted run. The audit log keeps the counts, not the person.
 */
export const erase: DatabaseCommand = {
  name: 'erase',
  options: ['site-id', 'email'],
  prepare(options) {
    const siteId = options.id('site-id');
    const email = options.email('email');
    return async ({ database, now }) => {
      const site = await requireSite(database.owner, siteId);
      const hold: HoldPerson = async (db) => {
        const known = await holdPerson(db, site, (db) => findCustomerOfEmail(db, site, email));
        return { identityId: null, phoneKeys: [], ...known, emailKeys: withAddress(known, emailKey(email)) };
      };
      const context = { actor: ADMIN_ACTOR, now, keptAnswers };
      return { site_id: site.id, ...(await erasePerson(database.forSite(site.id), site, hold, context)) };
    };
  },
};

/** Includes the address itself, which may be that of tickets only. */
function withAddress(person: Person | null, address: string): string[] {
  return [...new Set([address, ...(person?.emailKeys ?? [])])];
}
