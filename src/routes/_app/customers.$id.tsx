import { createFileRoute } from '@tanstack/react-router';
import { prefetchCustomer } from '#src/customers/detail/prefetch-customer.ts';
import { CustomerPage } from '#src/customers/detail/customer-page.tsx';
import { kindsSearch, readKinds, writeKinds } from '#src/customers/detail/timeline/kinds-search.ts';
import { showNewTicket } from '#src/new-ticket/new-ticket-store.ts';

export const Route = createFileRoute('/_app/customers/$id')({
  validateSearch: kindsSearch,
  loaderDeps: ({ search: { email, phone } }) => ({ email, phone }),
  loader: ({ cause, params, deps, context: { queryClient, whoami } }) => {
    if (cause !== 'stay') prefetchCustomer(params.id, deps, queryClient, whoami);
  },
  component: Customer,
  codeSplitGroupings: [['loader', 'component']],
});

function Customer() {
  const { id } = Route.useParams();
  const { email, phone, kinds } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CustomerPage
      key={id}
      id={id}
      email={email}
      phone={phone}
      kinds={readKinds(kinds)}
      onKinds={(next) =>
        void navigate({ search: (search) => ({ ...search, kinds: writeKinds(next) }), resetScroll: false })
      }
      onIdentity={(survivor) => void navigate({ params: { id: survivor }, search: (search) => search, replace: true })}
      onAddress={(address) =>
        void navigate({ search: (search) => ({ ...search, email: undefined, phone: undefined, ...address }) })
      }
      onNewTicket={showNewTicket}
      onList={() => void navigate({ to: '/customers', search: ({ email: _email, phone: _phone, ...list }) => list })}
    />
  );
}
