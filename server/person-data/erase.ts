import type { eraseCustomer as EraseCustomer } from '#contract/customer-data.ts';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import { findPerson, holdPerson, type KnownCustomer } from '#server/customers/person.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { ContactSite, Handler, SiteRef } from '#server/operation/call.ts';
import { countPerson } from './count-person.ts';
import { erasePerson, type HoldPerson } from './erase-person.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { requireIdentity } from '#server/customers/find-identity.ts';

/** POST customer_erase. See docs/api.md, "Data of one person". */
export function eraseCustomerWith(keptAnswers: KeptAnswers): Handler<typeof EraseCustomer> {
  return async ({ db, site, actor, now, body }) => {
    const { identity_id, confirm_email: confirmation, dry_run = false } = body;
    const hold: HoldPerson = async (db, begun) => {
      const person = await holdPerson(db, site, (db) => requireIdentity(db, site, identity_id));
      // The customer may have been merged into another between two steps; the confirmation covers only the first record.
      if (person === null || (begun !== null && begun.identityId !== person.identityId)) throw noCustomer();
      if (begun === null) checkConfirmation(site, person, confirmation);
      return person;
    };
    const counts = dry_run
      ? await countPerson(db, site, await findCounted(db, site, identity_id), keptAnswers)
      : await erasePerson(db, site, hold, { actor, now, keptAnswers });
    const {
      tickets,
      comments,
      ratings: csat,
      handles,
      portal_tokens: links,
      visitors,
      sessions,
      webhook_bodies,
      kept_answers,
    } = counts;
    return { tickets, comments, csat, handles, links, visitors, sessions, webhook_bodies, kept_answers, dry_run };
  };
}

/** Looks up a second time in case of a merge between the two statements. @throws ApiError not_found */
async function findCounted(db: Db, site: SiteRef, id: bigint): Promise<KnownCustomer> {
  const person =
    (await findPerson(db, site, await requireIdentity(db, site, id))) ??
    (await findPerson(db, site, await requireIdentity(db, site, id)));
  if (person === null) throw noCustomer();
  return person;
}

function noCustomer(): ApiError {
  return new ApiError('not_found', 'There is no customer with this id');
}

/** @throws ApiError missing_field, bad_field */
function checkConfirmation({ country }: ContactSite, customer: KnownCustomer, confirmation: string | undefined): void {
  // A customer with only handles has nothing to confirm with.
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
