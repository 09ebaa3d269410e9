import { createFileRoute } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { LogPage } from '#src/settings/webhooks/log-page.tsx';
import { logOptions, webhooksOptions } from '#src/settings/webhooks/queries.ts';
import { logSearch } from '#src/settings/webhooks/search.ts';

export const Route = createFileRoute('/_app/settings/webhooks/log')({
  validateSearch: logSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page runs the same queries and shows their progress.
  loader: ({ cause, deps, context: { queryClient, whoami } }) => {
    if (cause === 'stay' || !isWholeService(whoami)) return;
    void queryClient.prefetchInfiniteQuery(logOptions(deps));
    void queryClient.prefetchQuery(webhooksOptions());
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <LogPage
      search={Route.useSearch()}
      go={(next, { push } = { push: false }) => void navigate({ search: next, replace: !push, resetScroll: false })}
    />
  );
}
