import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import { eraseSessionsOf } from '#server/conversations/erase-sessions.ts';
import { eraseCustomer } from '#server/customers/erase-customer.ts';
import { withoutOthers, type Person } from '#server/customers/person/find-person.ts';
import { emptyReceiptsOf } from '#server/customers/person/person-record.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { erasePortalTokens } from '#server/portal/erase-portal-tokens.ts';
import { eraseTickets } from '#server/tickets/write/erase-tickets.ts';
import { eraseVisitorsOf } from '#server/visitors/erase-visitors-of.ts';
import { forgetPerson } from '#server/webhooks/forget-person.ts';

/** Takes away kept answers of calls that hold a text; the room of HTTP, which stands above the families, has them. */
export type ForgetAnswers = (db: Db, siteId: bigint, text: string) => Promise<number>;

/** How many of each are gone. */
export type ErasedCounts = Readonly<
  Record<
    | 'tickets'
    | 'comments'
    | 'undo_rows'
    | 'identities'
    | 'handles'
    | 'messages'
    | 'visitors'
    | 'events'
    | 'sessions'
    | 'portal_tokens'
    | 'kept_answers'
    | 'webhook_bodies',
    number
  >
>;

/**
 * Takes a person out of a site: tickets with their threads, customer record, handles, links and what else names them.
 * The audit log keeps how much it was, not who. To be called inside a transaction.
 */
export async function erasePerson(
  db: Db,
  site: SiteRef,
  person: Person,
  { forgetAnswers, ...context }: AuditContext & { readonly forgetAnswers: ForgetAnswers },
): Promise<ErasedCounts> {
  const { identityId, phoneKeys } = person;
  const quiet = { ...context, isSilent: true };
  let { visitors, events, sessions, webhook_bodies } = await eraseVisitorsOf(db, site, person, quiet);
  const { byIdentity, emails, phones, ...gone } = await eraseTickets(db, site, person, async (ticketIds) => {
    sessions += await eraseSessionsOf(db, site, { identityId, ticketIds });
  });
  if (identityId !== null) await emptyReceiptsOf(db, site, identityId);
  // A record that was merged has tickets of the person's other addresses.
  const addresses = await withoutOthers(db, site, identityId, [...new Set([...person.emailKeys, ...emails])]);
  const customer = await eraseCustomer(db, site, { identityId, ticketsGone: byIdentity });
  let [portal_tokens, kept_answers] = [0, 0];
  for (const address of addresses) {
    const known = { identityId: null, emailKeys: [address], phoneKeys: [] };
    const visitor = await eraseVisitorsOf(db, site, known, quiet);
    visitors += visitor.visitors;
    events += visitor.events;
    sessions += visitor.sessions;
    portal_tokens += await erasePortalTokens(db, site, address);
    kept_answers += await forgetAnswers(db, site.id, address);
    webhook_bodies += visitor.webhook_bodies + (await forgetPerson(db, site, address, context.now));
  }
  for (const text of new Set([...phoneKeys, ...phones, ...person.phones])) {
    kept_answers += await forgetAnswers(db, site.id, text);
    webhook_bodies += await forgetPerson(db, site, text, context.now);
  }
  const visits = { visitors, events, sessions };
  const counts = { ...gone, ...customer, ...visits, portal_tokens, kept_answers, webhook_bodies };
  const changes = Object.entries(counts).map(([field, to]) => ({ field, from: null, to }));
  const objectId = identityId?.toString() ?? 'none';
  const entry = { action: 'person.erase', objectType: 'customer_identity', objectId, changes };
  await recordAudit(db, site, entry, quiet);
  return counts;
}
