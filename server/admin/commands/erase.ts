import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { emailKey } from '#server/customers/contact-keys.ts';
import { findCustomerOfEmail } from '#server/customers/erase-customer.ts';
import { erasePerson } from '#server/person-data/erase-person.ts';
import { holdPerson, type Person } from '#server/customers/person/find-person.ts';
import { forgetAnswersAbout } from '#server/http/idempotency.ts';
import { requireSite, type DatabaseCommand } from '../command.ts';

/**
 * Takes a person out of a site: tickets with their threads, customer record, handles, links and what else names them. All of
 * it or nothing; the audit log keeps how much it was, not who.
 */
export const erase: DatabaseCommand = {
  name: 'erase',
  options: ['site-id', 'email'],
  prepare(options) {
    const siteId = options.id('site-id');
    const email = options.email('email');
    return async ({ database, now }) => {
      const site = await requireSite(database.owner, siteId);
      return database.forSite(site.id).transaction(async (db) => {
        const identityId = await findCustomerOfEmail(db, site, email);
        const known = identityId === null ? null : await holdPerson(db, site, identityId);
        const person = {
          identityId,
          phoneKeys: [],
          phones: [],
          ...known,
          emailKeys: withAddress(known, emailKey(email)),
        };
        const context = { actor: ADMIN_ACTOR, now, forgetAnswers: forgetAnswersAbout };
        const counts = await erasePerson(db, site, person, context);
        return { site_id: site.id, ...counts };
      });
    };
  },
};

/** The address itself too, where it is that of tickets alone. */
function withAddress(person: Person | null, address: string): string[] {
  return [...new Set([address, ...(person?.emailKeys ?? [])])];
}
