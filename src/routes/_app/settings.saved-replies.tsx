import { createFileRoute } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { listOptions } from '#src/settings/saved-replies/queries.ts';
import { SavedRepliesPage } from '#src/settings/saved-replies/saved-replies-page.tsx';
import { savedRepliesSearch } from '#src/settings/saved-replies/search.ts';

export const Route = createFileRoute('/_app/settings/saved-replies')({
  validateSearch: savedRepliesSearch,
  loaderDeps: ({ search: { q } }) => ({ q }),
  // Not awaited: the page runs the same query and shows its progress.
  loader: ({ cause, deps, context: { queryClient, whoami } }) => {
    if (cause !== 'stay' && isWholeService(whoami)) void queryClient.prefetchInfiniteQuery(listOptions(deps.q));
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <SavedRepliesPage
      search={Route.useSearch()}
      go={(next, { push } = { push: false }) => void navigate({ search: next, replace: !push, resetScroll: false })}
    />
  );
}
