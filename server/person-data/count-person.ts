import { countCustomerParts } from '#server/customers/erase-customer.ts';
import { findNamesOf, findFreeEmails, type KnownCustomer } from '#server/customers/person.ts';
import type { Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { findViewsNaming } from '#server/personal/erase-views.ts';
import { findTagsOfNobodyElse } from '#server/tickets/tags/erase-tags.ts';
import { countTicketParts, findTicketsOf } from '#server/tickets/write/erase-tickets.ts';
import { collectBodies } from '#server/webhooks/forget-person.ts';
import type { ErasedCounts } from './erased-counts.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { PersonFacts } from './person-facts.ts';
import { countVisitorEvents, findVisitorsOf } from '#server/visitors/person-visitors.ts';
import { collectSessions } from '#server/conversations/person-sessions.ts';
import { countLinksOf } from '#server/portal/person-links.ts';

/** Keys per statement. */
const KEYS_PER_QUERY = 500;

/**
 * Counts the rows that `erasePerson` would delete, found by the same queries. Only reads, in many short statements outside
 * of a transaction, so that no one waits for it.
 */
export async function countPerson(
  db: Db,
  site: ContactSite,
  person: KnownCustomer,
  keptAnswers: KeptAnswers,
): Promise<ErasedCounts> {
  const { identityId, phoneKeys } = person;
  const facts = new PersonFacts();
  const names = await findNamesOf(db, site, person.identityId);
  facts.addNames(names);
  facts.addEmails(person.emailKeys);
  const sessionIds = new Set<string>();
  const bodies = new Set<bigint>();
  const answers = new Set<string>();

  let [tickets, comments, ratings, undo_rows] = [0, 0, 0, 0];
  for await (const page of findTicketsOf(db, site, person)) {
    facts.addTickets(page);
    const ticketIds = page.map(({ id }) => id);
    const parts = await countTicketParts(db, site, ticketIds);
    tickets += page.length;
    comments += parts.comments;
    ratings += parts.ratings;
    undo_rows += parts.undo_rows;
    await collectSessions(db, site, { ticketIds }, sessionIds);
    await collectBodies(db, site, { ticketIds }, bodies);
    await keptAnswers.collect(db, site.id, { ticketIds, emailKeys: [] }, answers);
  }
  const emailKeys = await findFreeEmails(db, site, identityId, facts.emails);
  const known = { identityId, emailKeys, phoneKeys };

  const visitors = await findVisitorsOf(db, site, known);
  facts.addVisitors(visitors);
  await collectSessions(db, site, { identityId }, sessionIds);
  let events = 0;
  for (const some of chunks(visitors)) {
    const visitorIds = some.map(({ id }) => id);
    events += await countVisitorEvents(db, site, visitorIds);
    await collectSessions(db, site, { visitorKeys: some.map((one) => one.visitor_key) }, sessionIds);
    await collectBodies(db, site, { visitorIds }, bodies);
  }
  for (const some of chunks([...sessionIds])) await collectBodies(db, site, { sessionIds: some }, bodies);
  await collectBodies(db, site, { identityIds: names.identityIds, emailKeys, phoneKeys }, bodies);
  await keptAnswers.collect(db, site.id, { ticketIds: [], emailKeys }, answers);

  const tags = await findTagsOfNobodyElse(db, site, facts.ownTags());
  facts.addGoneTags(tags);
  return {
    ...{ tickets, comments, ratings, undo_rows },
    ...(await countCustomerParts(db, site, known)),
    visitors: visitors.length,
    events,
    sessions: sessionIds.size,
    portal_tokens: await countLinksOf(db, site, emailKeys),
    kept_answers: answers.size,
    webhook_bodies: bodies.size,
    saved_views: (await findViewsNaming(db, site, facts.marks(known))).length,
    tags: tags.length,
  };
}

function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += KEYS_PER_QUERY) yield items.slice(from, from + KEYS_PER_QUERY);
}
