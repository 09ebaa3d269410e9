import { createFileRoute } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { BulkBindView } from '#src/bulk-bind/bulk-bind-view.tsx';
import { importsOptions } from '#src/bulk-bind/history.tsx';
import { bulkSearch } from '#src/bulk-bind/search.ts';

export const Route = createFileRoute('/_app/manage/bulk-bind')({
  validateSearch: bulkSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page runs the same queries and shows their progress.
  loader: ({ cause, deps, context: { queryClient, whoami } }) => {
    if (cause === 'stay' || deps.job !== undefined || !isWholeService(whoami)) return;
    void queryClient.prefetchQuery(importsOptions(deps.skip ?? 0));
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <BulkBindView
      search={search}
      go={(next, options) => void navigate({ search: next, replace: options?.replace ?? false, resetScroll: false })}
    />
  );
}
