import type { AuditContext } from '#server/audit/record-audit.ts';
import { eraseCustomer, eraseMessages, subtractTickets } from '#server/customers/erase-customer.ts';
import { findNamesOf, findFreeEmails, type Person, clearReceiptsOf } from '#server/customers/person.ts';
import type { Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { RowBudget } from '#server/operation/row-budget.ts';
import { eraseViews, findViewsNaming } from '#server/personal/erase-views.ts';
import { eraseUnusedTags } from '#server/tickets/tags/erase-tags.ts';
import { eraseBulkChanges, eraseTickets, lockTicketsOf } from '#server/tickets/write/erase-tickets.ts';
import { forgetDeliveries } from '#server/webhooks/forget-person.ts';
import { addCounts, NOTHING_ERASED, type ErasedCounts } from './erased-counts.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { PersonFacts } from './person-facts.ts';
import { eraseVisitorsOf } from '#server/visitors/person-visitors.ts';
import { eraseSessionsOf } from '#server/conversations/person-sessions.ts';
import { erasePortalTokens } from '#server/portal/person-links.ts';

/** Rows per transaction; other writers wait for the rows it locks. */
const ROWS_PER_STEP = 600;
const TICKETS_PER_STEP = 60;

export interface StepContext extends AuditContext {
  readonly keptAnswers: KeptAnswers;
  readonly facts: PersonFacts;
}

/**
 * Erases a part of a person, or all that is left. Rows that are only found by tickets go before the tickets, and the
 * customer record goes last, so that a repeated call finds everything. Call inside a transaction that has locked the
 * person.
 */
export async function eraseStep(
  db: Db,
  site: ContactSite,
  person: Person,
  { keptAnswers, facts, ...context }: StepContext,
): Promise<{ readonly counts: ErasedCounts; readonly isDone: boolean }> {
  const { identityId, phoneKeys } = person;
  const { now } = context;
  const budget = new RowBudget(ROWS_PER_STEP);
  const step = { budget, now };
  let counts = NOTHING_ERASED;
  const count = (more: Partial<ErasedCounts>) => {
    counts = addCounts(counts, more);
  };

  const names =
    identityId === null ? { names: [], handles: [], identityIds: [] } : await findNamesOf(db, site, identityId);
  const { identityIds } = names;
  facts.addNames(names);
  facts.addEmails(person.emailKeys);
  const tickets = await lockTicketsOf(db, site, person, TICKETS_PER_STEP);
  facts.addTickets(tickets);
  const ticketIds = tickets.map(({ id }) => id);
  // After a merge the record has tickets of other addresses of the person.
  const emailKeys = await findFreeEmails(db, site, identityId, facts.emails);
  const known = { identityId, emailKeys, phoneKeys };

  const stages: (() => Promise<void>)[] = [
    async () => {
      const { found, ...erased } = await eraseVisitorsOf(db, site, known, { ...context, isSilent: true, budget });
      facts.addVisitors(found);
      count(erased);
    },
    async () => count(await eraseSessionsOf(db, site, { identityId, ticketIds }, step)),
    async () => {
      const subjects = { ticketIds, identityIds, emailKeys, phoneKeys };
      count({ webhook_bodies: await forgetDeliveries(db, site, subjects, step) });
    },
    async () => count({ kept_answers: await keptAnswers.forget(db, site.id, { ticketIds, emailKeys }, budget) }),
    async () => count({ portal_tokens: await erasePortalTokens(db, site, emailKeys, budget) }),
    async () => count({ messages: await eraseMessages(db, site, known, budget) }),
    async () => {
      const erased = await eraseTickets(db, site, tickets, budget);
      if (erased.tickets > 0) await subtractTickets(db, site, tickets);
      count(erased);
      // A full page: there may be more tickets.
      if (tickets.length === TICKETS_PER_STEP) budget.take(budget.left);
    },
    async () => {
      if (identityId === null) return;
      await clearReceiptsOf(db, site, identityId);
      count(await eraseCustomer(db, site, identityId, budget));
    },
  ];
  for (const stage of stages) if (!budget.isSpent) await stage();

  const tags = await eraseUnusedTags(db, site, facts.ownTags().keys());
  facts.addGoneTags(tags);
  await eraseBulkChanges(db, site, tags);
  const views = await findViewsNaming(db, site, facts.marks(known));
  count({ tags: tags.length, saved_views: await eraseViews(db, site, views) });
  return { counts, isDone: !budget.isSpent };
}
