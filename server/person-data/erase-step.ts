import type { AuditContext } from '#server/audit/record-audit.ts';
import { eraseCustomer, eraseMessages, uncountTickets } from '#server/customers/erase-customer.ts';
import { findNamesOf, withoutOthers, type Person } from '#server/customers/person/find-person.ts';
import { emptyReceiptsOf } from '#server/customers/person/person-record.ts';
import type { Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { RowBudget } from '#server/operation/row-budget.ts';
import { eraseViews, findViewsNaming } from '#server/personal/erase-views.ts';
import { eraseUnusedTags } from '#server/tickets/tags/erase-tags.ts';
import { eraseBulkChanges, eraseTickets, lockTicketsOf } from '#server/tickets/write/erase-tickets.ts';
import { forgetDeliveries } from '#server/webhooks/forget-person.ts';
import { addCounts, NOTHING_ERASED, type ErasedCounts } from './erased-counts.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { LearntPerson } from './learnt-person.ts';
import { eraseVisitorsOf } from '#server/visitors/person-visitors.ts';
import { eraseSessionsOf } from '#server/conversations/person-sessions.ts';
import { erasePortalTokens } from '#server/portal/person-links.ts';

/** Rows of one transaction: what is locked in it keeps others waiting. */
const ROWS_A_STEP = 600;
const TICKETS_A_STEP = 60;

export interface StepContext extends AuditContext {
  readonly keptAnswers: KeptAnswers;
  readonly learnt: LearntPerson;
}

/**
 * Takes away a part of a person, or the rest. What is only found by tickets goes before these, and the customer record
 * last: whatever happens in between, beginning again finds all that is left. To be called inside a transaction that
 * holds the person.
 */
export async function eraseStep(
  db: Db,
  site: ContactSite,
  person: Person,
  { keptAnswers, learnt, ...context }: StepContext,
): Promise<{ readonly counts: ErasedCounts; readonly isDone: boolean }> {
  const { identityId, phoneKeys } = person;
  const { now } = context;
  const budget = new RowBudget(ROWS_A_STEP);
  const step = { budget, now };
  let counts = NOTHING_ERASED;
  const count = (more: Partial<ErasedCounts>) => {
    counts = addCounts(counts, more);
  };

  const names =
    identityId === null ? { names: [], handles: [], identityIds: [] } : await findNamesOf(db, site, identityId);
  const { identityIds } = names;
  learnt.addNames(names);
  learnt.addEmails(person.emailKeys);
  const tickets = await lockTicketsOf(db, site, person, TICKETS_A_STEP);
  learnt.addTickets(tickets);
  const ticketIds = tickets.map(({ id }) => id);
  // A record that was merged has tickets of the person's other addresses.
  const emailKeys = await withoutOthers(db, site, identityId, learnt.emails);
  const known = { identityId, emailKeys, phoneKeys };

  const stages: (() => Promise<void>)[] = [
    async () => {
      const { who, ...erased } = await eraseVisitorsOf(db, site, known, { ...context, isSilent: true, budget });
      learnt.addVisitors(who);
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
      if (erased.tickets > 0) await uncountTickets(db, site, tickets);
      count(erased);
      // There may be more.
      if (tickets.length === TICKETS_A_STEP) budget.take(budget.left);
    },
    async () => {
      if (identityId === null) return;
      await emptyReceiptsOf(db, site, identityId);
      count(await eraseCustomer(db, site, identityId, budget));
    },
  ];
  for (const stage of stages) if (!budget.isSpent) await stage();

  const tags = await eraseUnusedTags(db, site, learnt.ownTags().keys());
  learnt.addGoneTags(tags);
  await eraseBulkChanges(db, site, tags);
  const views = await findViewsNaming(db, site, learnt.marks(known));
  count({ tags: tags.length, saved_views: await eraseViews(db, site, views) });
  return { counts, isDone: !budget.isSpent };
}
