import { createFileRoute } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { listOptions } from '#src/visitors/queries.ts';
import { visitorsSearch } from '#src/visitors/search.ts';
import { VisitorsView } from '#src/visitors/visitors-view.tsx';

export const Route = createFileRoute('/_app/customers_/visitors')({
  validateSearch: visitorsSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page runs the same query and shows its progress.
  loader: ({ cause, deps, context: { queryClient, whoami } }) => {
    if (cause !== 'stay') void queryClient.prefetchInfiniteQuery(listOptions(deps, isWholeService(whoami)));
  },
  component: Visitors,
  codeSplitGroupings: [['loader', 'component']],
});

function Visitors() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <VisitorsView search={search} go={(next) => void navigate({ search: next, resetScroll: false })} />;
}
