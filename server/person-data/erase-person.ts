import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import { blockPerson, type Person } from '#server/customers/person.ts';
import type { Db } from '#server/db/db.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { holdTags } from '#server/tickets/tags/erase-tags.ts';
import { eraseStep } from './erase-step.ts';
import { addCounts, NOTHING_ERASED, type ErasedCounts } from './erased-counts.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { PersonFacts } from './person-facts.ts';

/** Finds and locks the person in the transaction of a step. @param begun the person as found by the previous step */
export type HoldPerson = (db: Db, begun: Person | null) => Promise<Person>;

/**
 * Erases a person from a site: tickets with their threads, the customer record, handles, links and all else that names
 * them. A person with few rows is erased in one transaction; one with many in several, so that others do not wait long,
 * and is blocked from the first one on. Calling it again finishes an interrupted erasure. The audit log has the counts,
 * not the person. See decision 0027.
 */
export async function erasePerson(
  db: Db,
  site: ContactSite,
  hold: HoldPerson,
  { keptAnswers, ...context }: AuditContext & { readonly keptAnswers: KeptAnswers },
): Promise<ErasedCounts> {
  const facts = new PersonFacts();
  let begun: Person | null = null;
  let total = NOTHING_ERASED;
  for (;;) {
    const before: Person | null = begun;
    const totalBefore = total;
    const step = await retryConflicts(db, async (db) => {
      await holdTags(db, site);
      const person = await hold(db, before);
      const { counts, isDone } = await eraseStep(db, site, person, { ...context, keptAnswers, facts });
      const sum = addCounts(totalBefore, counts);
      await audit(
        db,
        site,
        person,
        context,
        isDone ? { action: 'erase', counts: sum } : { action: 'erase_step', counts },
      );
      if (!isDone && person.identityId !== null) await blockPerson(db, site, person.identityId, context.now);
      return { person, sum, isDone };
    });
    total = step.sum;
    if (step.isDone) return total;
    begun = step.person;
  }
}

async function audit(
  db: Db,
  site: ContactSite,
  { identityId }: Person,
  context: AuditContext,
  { action, counts }: { readonly action: 'erase' | 'erase_step'; readonly counts: ErasedCounts },
): Promise<void> {
  const changes = Object.entries(counts).map(([field, to]) => ({ field, from: null, to }));
  const objectId = identityId?.toString() ?? 'none';
  const entry: AuditEntry = { action: `person.${action}`, objectType: 'customer_identity', objectId, changes };
  await recordAudit(db, site, entry, { ...context, isSilent: true });
}
