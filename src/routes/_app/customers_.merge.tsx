import { createFileRoute } from '@tanstack/react-router';
import { MergePage } from '#src/customers/merge/merge-page.tsx';
import { duplicatesOptions } from '#src/customers/merge/queries.ts';
import { mergeSearch } from '#src/customers/search.ts';
import { isWholeService } from '#src/api/whoami.ts';

export const Route = createFileRoute('/_app/customers_/merge')({
  validateSearch: mergeSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page runs the same queries and shows their progress.
  loader: ({ cause, deps, context: { queryClient, whoami } }) => {
    if (cause === 'stay' || !isWholeService(whoami)) return;
    void queryClient.prefetchQuery(duplicatesOptions(deps));
  },
  component: Merge,
  codeSplitGroupings: [['loader', 'component']],
});

function Merge() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MergePage
      search={search}
      go={(next, { replace }) => void navigate({ search: next, replace, resetScroll: false })}
    />
  );
}
