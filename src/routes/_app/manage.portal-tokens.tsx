import { createFileRoute } from '@tanstack/react-router';
import { rememberFirstCalls } from '#src/api/early-calls.ts';
import { hasExtension } from '#src/api/whoami.ts';
import { PortalTokensView } from '#src/portal-tokens/portal-tokens-view.tsx';
import { countsOptions, listOptions, listQuery } from '#src/portal-tokens/queries.ts';
import { portalSearch } from '#src/portal-tokens/search.ts';

export const Route = createFileRoute('/_app/manage/portal-tokens')({
  validateSearch: portalSearch,
  loaderDeps: ({ search }) => search,
  // Begun and not waited for: the page asks for the same and shows how far it is.
  loader: ({ cause, deps, location, context: { queryClient, whoami } }) => {
    if (cause === 'stay') return;
    const [counts, list] = [countsOptions(), listOptions(listQuery(deps, Date.now()))];
    const isListed = hasExtension(whoami, 'portal_tokens_list');
    rememberFirstCalls(location, counts, ...(isListed ? [list] : []));
    void queryClient.prefetchQuery(counts);
    if (isListed) void queryClient.prefetchInfiniteQuery(list);
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <PortalTokensView search={search} go={(next) => void navigate({ search: next, resetScroll: false })} />;
}
