import type { eraseCustomer as EraseCustomer } from '#contract/customer-data.ts';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import { requireIdentity } from '#server/customers/require-identity.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { ContactSite, Handler } from '#server/operation/call.ts';
import { erasePerson, type ErasedCounts, type ForgetAnswers } from './erase-person.ts';
import { holdPerson, type KnownCustomer } from '#server/customers/person/find-person.ts';

/** Ends the transaction of a dry run, which takes everything away like a real one. */
class NothingErased extends Error {
  readonly counts: ErasedCounts;

  constructor(counts: ErasedCounts) {
    super('a dry run changes nothing');
    this.counts = counts;
  }
}

/** POST customer_erase. See docs/api.md, "Data of one person". */
export function eraseCustomerWith(forgetAnswers: ForgetAnswers): Handler<typeof EraseCustomer> {
  return async ({ db, site, actor, now, body }) => {
    const { identity_id, confirm_email: confirmation, dry_run = false } = body;
    const erase = () =>
      retryConflicts(db, async (db) => {
        const id = await requireIdentity(db, site, identity_id);
        const person = await holdPerson(db, site, id);
        if (person === null) throw new ApiError('not_found', 'There is no customer with this id');
        if (!dry_run) checkConfirmation(site, person, confirmation);
        const counts = await erasePerson(db, site, person, { actor, now, forgetAnswers });
        if (dry_run) throw new NothingErased(counts);
        return counts;
      });
    const counts = await erase().catch((error: unknown) => {
      if (error instanceof NothingErased) return error.counts;
      throw error;
    });
    const { tickets, comments, handles, portal_tokens: links, visitors, sessions } = counts;
    return { tickets, comments, handles, links, visitors, sessions, dry_run };
  };
}

/** @throws ApiError missing_field, bad_field */
function checkConfirmation({ country }: ContactSite, customer: KnownCustomer, confirmation: string | undefined): void {
  // A customer who is known by handles alone has nothing to confirm with.
  if (customer.emailKey === null && customer.phoneKey === null) return;
  const what = customer.emailKey === null ? 'phone' : 'email';
  if (confirmation === undefined) {
    throw new ApiError('missing_field', `confirm_email is missing: the ${what} of the customer`, {
      fields: { confirm_email: 'is missing' },
    });
  }
  const isRight =
    customer.emailKey === null
      ? phoneKey(confirmation, country) === customer.phoneKey
      : emailKey(confirmation) === customer.emailKey;
  if (isRight) return;
  const message = `must be the ${what} of the customer`;
  throw new ApiError('bad_field', `confirm_email ${message}`, { fields: { confirm_email: message } });
}
