import type { QueryClient } from '@tanstack/react-query';
import type { Whoami } from '#contract/site.ts';
import { hasExtension } from '#src/api/whoami.ts';
import { customerOptions, type CustomerAddress } from '#src/customers/customer-query.ts';
import { parseId } from '#src/format/id.ts';

/** Gets the customer of an address, as the page will ask for it. */
export function prefetchCustomer(id: string, address: CustomerAddress, queryClient: QueryClient, whoami: Whoami): void {
  const parsed = parseId(id);
  const hasTools = hasExtension(whoami, 'identity_tools');
  const options = parsed === null ? null : customerOptions(parsed, { hasTools, ...address });
  if (options !== null) void queryClient.prefetchQuery(options);
}
