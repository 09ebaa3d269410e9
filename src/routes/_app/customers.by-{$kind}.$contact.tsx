import { createFileRoute, redirect } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { findContact } from '#src/customers/open-customer.ts';
import { customerSearch } from '#src/customers/search.ts';
import { Skeleton } from '#src/ui/loading.tsx';

/** Links of other programs, which know a customer by email or phone. */
export const Route = createFileRoute('/_app/customers/by-{$kind}/$contact')({
  loaderDeps: ({ search }) => search,
  loader: async ({ params, deps: list, context: { queryClient, whoami } }) => {
    const { contact, customer } = await findContact(queryClient, params.kind, params.contact);
    if (customer === null) throw redirect({ to: '/customers', search: { ...list, q: contact }, replace: true });
    const search = customerSearch(list, customer, isWholeService(whoami));
    throw redirect({ to: '/customers/$id', params: { id: customer.id.toString() }, search, replace: true });
  },
  pendingComponent: Pending,
});

function Pending() {
  return (
    <div aria-busy="true" className="p-6">
      <Skeleton className="h-5 w-56" />
      <Skeleton className="mt-3 h-2.5 w-80 max-w-full" />
    </div>
  );
}
