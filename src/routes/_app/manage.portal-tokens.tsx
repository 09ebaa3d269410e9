import { createFileRoute } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { PortalLinksView } from '#src/portal-links/portal-links-view.tsx';
import { countsOptions, listOptions } from '#src/portal-links/queries.ts';
import { portalSearch } from '#src/portal-links/search.ts';

export const Route = createFileRoute('/_app/manage/portal-tokens')({
  validateSearch: portalSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page runs the same queries and shows their progress.
  loader: ({ cause, deps, context: { queryClient, whoami } }) => {
    if (cause === 'stay') return;
    if (isWholeService(whoami)) void queryClient.prefetchInfiniteQuery(listOptions(deps));
    else void queryClient.prefetchQuery(countsOptions());
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <PortalLinksView search={search} go={(next) => void navigate({ search: next, resetScroll: false })} />;
}
