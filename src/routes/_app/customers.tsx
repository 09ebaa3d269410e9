import { createFileRoute, Outlet, useMatchRoute, useRouter } from '@tanstack/react-router';
import { CustomersView } from '#src/customers/list/customers-view.tsx';
import { firstRowsOptions } from '#src/customers/list/list-query.ts';
import { customersSearch, type CustomersSearch } from '#src/customers/search.ts';

export const Route = createFileRoute('/_app/customers')({
  validateSearch: customersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ cause, deps, context: { queryClient, whoami } }) => {
    if (cause === 'stay') return;
    void queryClient.prefetchQuery(firstRowsOptions(deps, whoami));
  },
  component: Customers,
  codeSplitGroupings: [['loader', 'component']],
});

function Customers() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const match = useMatchRoute();
  const open = match({ to: '/customers/$id' });
  const show = (id: string, next: CustomersSearch, how: { readonly replace: boolean }) =>
    void navigate({ to: '/customers/$id', params: { id }, search: next, ...how, resetScroll: false });
  return (
    <CustomersView
      search={search}
      // A relative address is the list's own here, and would close the customer.
      go={(next, how) =>
        open === false ? void navigate({ to: '.', search: next, ...how, resetScroll: false }) : show(open.id, next, how)
      }
      openId={open === false ? null : open.id}
      hasPage={match({ to: '/customers' }) === false}
      hrefOf={(id, next) => router.buildLocation({ to: '/customers/$id', params: { id }, search: next }).href}
      onOpen={show}
      onIntent={(id, next) => void router.preloadRoute({ to: '/customers/$id', params: { id }, search: next })}
      onLeave={() => void navigate({ to: '/customers', search: { ...search, email: undefined, phone: undefined } })}
    >
      <Outlet />
    </CustomersView>
  );
}
