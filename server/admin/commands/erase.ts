import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import { eraseSessionsOf } from '#server/conversations/erase-sessions.ts';
import { emailKey } from '#server/customers/contact-keys.ts';
import { eraseCustomer, findCustomerOfEmail } from '#server/customers/erase-customer.ts';
import { forgetAnswersAbout } from '#server/http/idempotency.ts';
import { erasePortalTokens } from '#server/portal/erase-portal-tokens.ts';
import { eraseTickets } from '#server/tickets/write/erase-tickets.ts';
import { eraseVisitorsOf } from '#server/visitors/erase-visitors-of.ts';
import { forgetPerson } from '#server/webhooks/forget-person.ts';
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
        const person = { emailKey: emailKey(email), identityId };
        const context = { actor: ADMIN_ACTOR, now, isSilent: true };
        let { visitors, events, sessions, webhook_bodies } = await eraseVisitorsOf(db, site, person, context);
        const { byIdentity, emails, ...gone } = await eraseTickets(db, site, person, async (ticketIds) => {
          sessions += await eraseSessionsOf(db, site, { identityId, ticketIds });
        });
        const customer = await eraseCustomer(db, site, { identityId, ticketsGone: byIdentity });
        let [portal_tokens, kept_answers] = [0, 0];
        // A record that was merged has tickets of the person's other addresses.
        for (const address of new Set([emailKey(email), ...emails])) {
          const visitor = await eraseVisitorsOf(db, site, { emailKey: address, identityId: null }, context);
          visitors += visitor.visitors;
          events += visitor.events;
          sessions += visitor.sessions;
          portal_tokens += await erasePortalTokens(db, site, address);
          kept_answers += await forgetAnswersAbout(db, site.id, address);
          webhook_bodies += visitor.webhook_bodies + (await forgetPerson(db, site, address, now));
        }
        const visits = { visitors, events, sessions };
        const counts = { ...gone, ...customer, ...visits, portal_tokens, kept_answers, webhook_bodies };
        const changes = Object.entries(counts).map(([field, to]) => ({ field, from: null, to }));
        const objectId = identityId?.toString() ?? 'none';
        const entry = { action: 'person.erase', objectType: 'customer_identity', objectId, changes };
        await recordAudit(db, site, entry, context);
        return { site_id: site.id, ...counts };
      });
    };
  },
};
