import { createFileRoute } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { PortalTokensView } from '#src/portal-tokens/portal-tokens-view.tsx';
import { countsOptions, listOptions, listQuery } from '#src/portal-tokens/queries.ts';
import { portalSearch } from '#src/portal-tokens/search.ts';

export const Route = createFileRoute('/_app/manage/portal-tokens')({
  validateSearch: portalSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page runs the same queries and shows their progress.
  loader: ({ cause, deps, context: { queryClient, whoami } }) => {
    if (cause === 'stay') return;
    void queryClient.prefetchQuery(countsOptions());
    if (isWholeService(whoami)) {
      void queryClient.prefetchInfiniteQuery(listOptions(listQuery(deps, Date.now())));
    }
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <PortalTokensView search={search} go={(next) => void navigate({ search: next, resetScroll: false })} />;
}
