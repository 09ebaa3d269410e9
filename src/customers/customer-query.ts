import { getCustomer } from '#contract/customers.ts';
import { read } from '#src/api/read.ts';

/** How a service without `identity_tools` is asked for a customer, whom it does not find by id. */
export interface CustomerAddress {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/**
 * One customer, by id where the service has `identity_tools`, else by the email or phone that the address names.
 * Null where this service cannot be asked.
 */
export function customerOptions(
  id: bigint,
  { hasTools, email, phone }: CustomerAddress & { readonly hasTools: boolean },
) {
  const query = hasTools
    ? { identity_id: id }
    : email !== undefined
      ? { email }
      : phone !== undefined
        ? { phone }
        : null;
  return query === null ? null : { ...read(getCustomer, query), staleTime: 15_000, refetchInterval: 60_000 };
}
