import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import { blockPerson, type Person } from '#server/customers/person/find-person.ts';
import type { Db } from '#server/db/db.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { holdTags } from '#server/tickets/tags/erase-tags.ts';
import { eraseStep } from './erase-step.ts';
import { addCounts, NOTHING_ERASED, type ErasedCounts } from './erased-counts.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { LearntPerson } from './learnt-person.ts';

/** Finds and holds the person in the transaction of a step. @param begun Who it was in the steps before. */
export type HoldPerson = (db: Db, begun: Person | null) => Promise<Person>;

/**
 * Takes a person out of a site: tickets with their threads, customer record, handles, links and what else names them.
 * A person of little goes in one transaction; one of much in many, blocked from the first on, so that nobody else
 * waits: an erasure that was cut off is finished by the next one. The audit log keeps how much it was, not who.
 * See decision 0027.
 */
export async function erasePerson(
  db: Db,
  site: ContactSite,
  hold: HoldPerson,
  { keptAnswers, ...context }: AuditContext & { readonly keptAnswers: KeptAnswers },
): Promise<ErasedCounts> {
  const learnt = new LearntPerson();
  let begun: Person | null = null;
  let total = NOTHING_ERASED;
  for (;;) {
    const before: Person | null = begun;
    const sumBefore = total;
    const step = await retryConflicts(db, async (db) => {
      await holdTags(db, site);
      const person = await hold(db, before);
      const { counts, isDone } = await eraseStep(db, site, person, { ...context, keptAnswers, learnt });
      const sum = addCounts(sumBefore, counts);
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
