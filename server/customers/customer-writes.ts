import type { Customer } from '#contract/customers.ts';
import type { createCustomer as CreateCustomer, updateCustomer as UpdateCustomer } from '#contract/customer-writes.ts';
import type { Db } from '#server/db/db.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, Site } from '#server/operation/call.ts';
import { byId, readCustomer, type FindRecentTickets, type HowToRead } from './customers.ts';
import { createCustomerRecord, updateCustomerRecord, type WriteResult } from './write-customer.ts';

/** Another customer took the email meanwhile: it is found when everything is tried again. */
const TAKEN: readonly string[] = ['23505'];

/** POST customer. See docs/api.md, "Customers". @throws ApiError missing_field, bad_field, conflict */
export function createCustomerWith(findTickets: FindRecentTickets): Handler<typeof CreateCustomer> {
  return ({ db, site, body, actor, now, extensions }) =>
    retryConflicts(db, async (db) => {
      const result = await createCustomerRecord(db, site, body, { actor, now });
      return answer(db, site, result, { findTickets, extensions, now });
    });
}

/** PATCH customer. See docs/api.md, "Customers". @throws ApiError missing_field, bad_field, not_found, conflict */
export function updateCustomerWith(findTickets: FindRecentTickets): Handler<typeof UpdateCustomer> {
  return ({ db, site, body, actor, now, extensions }) =>
    retryConflicts(
      db,
      async (db) => {
        const result = await updateCustomerRecord(db, site, body, { actor, now });
        return answer(db, site, result, { findTickets, extensions, now });
      },
      TAKEN,
    );
}

async function answer(db: Db, site: Site, result: WriteResult, options: HowToRead): Promise<Customer> {
  const customer = await readCustomer(db, site, byId('id' in result ? result.id : result.current), options);
  if (customer === undefined) throw new ApiError('not_found', 'There is no customer with this id');
  if ('id' in result) return customer;
  throw new ApiError('conflict', result.message, { current: customer });
}
