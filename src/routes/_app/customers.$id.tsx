import { createFileRoute } from '@tanstack/react-router';
import { TIMELINE_KINDS } from '#contract/timeline-kinds.ts';
import { isWholeService } from '#src/api/whoami.ts';
import { defineSearch, oneOf } from '#src/browser/define-search.ts';
import { CustomerPage } from '#src/customers/detail/customer-page.tsx';
import { customerOptions } from '#src/customers/open-customer.ts';
import { parseId } from '#src/format/id.ts';
import { showNewTicket } from '#src/new-ticket/new-ticket.tsx';
import { forgetGoneDrafts } from '#src/outbox/drafts.ts';
import { dropRecentCommand } from '#src/shell/palette/palette.tsx';

const customerSearch = defineSearch({ kind: oneOf(TIMELINE_KINDS) }, { isShared: true });

export const Route = createFileRoute('/_app/customers/$id')({
  validateSearch: customerSearch,
  loaderDeps: ({ search: { email, phone } }) => ({ email, phone }),
  loader: ({ cause, params, deps, context: { queryClient, whoami } }) => {
    const hasTools = isWholeService(whoami);
    const options = customerOptions(parseId(params.id), { hasTools, ...deps });
    if (cause === 'stay' || options === null) return;
    void queryClient.prefetchQuery(options);
  },
  component: Customer,
  codeSplitGroupings: [['loader', 'component']],
});

function Customer() {
  const { id } = Route.useParams();
  const { email, phone, kind } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CustomerPage
      key={id}
      id={id}
      email={email}
      phone={phone}
      kind={kind}
      onKind={(next) => void navigate({ search: (search) => ({ ...search, kind: next }), resetScroll: false })}
      onIdentity={(survivor) => void navigate({ params: { id: survivor }, search: (search) => search, replace: true })}
      onNewTicket={showNewTicket}
      onErased={(gone) => {
        dropRecentCommand(`customer-${gone}`);
        void forgetGoneDrafts();
        return navigate({ to: '/customers' });
      }}
      onList={() => void navigate({ to: '/customers', search: ({ email: _email, phone: _phone, ...list }) => list })}
    />
  );
}
