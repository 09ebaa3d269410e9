import type { Customer } from '#contract/customers.ts';

/** The customer of the page, and where the query cache has the answer. */
export interface OpenCustomer {
  readonly customer: Customer;
  readonly queryKey: readonly unknown[];
  /** What the customer is called. */
  readonly name: string;
  /** The service has `identity_tools`. */
  readonly hasTools: boolean;
}
