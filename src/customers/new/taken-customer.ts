import { customer, type Customer } from '#contract/customers.ts';
import { ApiFailure } from '#src/api/api-failure.ts';

/** Who has the email or phone already, as a refused creation says; null for every other failure. */
export function takenCustomer(error: unknown): Customer['identity'] | null {
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict') return null;
  const read = customer.safeParse(error.current);
  return read.success ? read.data.identity : null;
}
