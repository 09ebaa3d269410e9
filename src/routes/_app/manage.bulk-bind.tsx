import { createFileRoute } from '@tanstack/react-router';
import { rememberFirstCalls } from '#src/api/early-calls.ts';
import { hasExtension } from '#src/api/whoami.ts';
import { BulkBindView } from '#src/bulk-bind/bulk-bind-view.tsx';
import { jobsOptions } from '#src/bulk-bind/history/queries.ts';
import { bulkSearch } from '#src/bulk-bind/search.ts';

export const Route = createFileRoute('/_app/manage/bulk-bind')({
  validateSearch: bulkSearch,
  loaderDeps: ({ search }) => search,
  // Begun and not waited for: the page asks for the same and shows how far it is.
  loader: ({ cause, deps, location, context: { queryClient, whoami } }) => {
    if (cause === 'stay' || deps.job !== undefined || !hasExtension(whoami, 'bind_jobs')) return;
    const jobs = jobsOptions(deps.skip ?? 0);
    rememberFirstCalls(location, jobs);
    void queryClient.prefetchQuery(jobs);
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
