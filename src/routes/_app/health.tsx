import { createFileRoute } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { HealthView } from '#src/health/health-view.tsx';
import { healthOptions, migrationOptions, overviewOptions } from '#src/health/use-health.ts';
import { healthSearch } from '#src/health/search.ts';

export const Route = createFileRoute('/_app/health')({
  validateSearch: healthSearch,
  // Not awaited: the page runs the same queries and shows their progress.
  loader: ({ cause, context: { queryClient, whoami } }) => {
    if (cause === 'stay') return;
    if (isWholeService(whoami)) {
      void queryClient.prefetchQuery(overviewOptions());
      return;
    }
    void queryClient.prefetchQuery(healthOptions());
    void queryClient.prefetchQuery(migrationOptions());
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  return <HealthView search={Route.useSearch()} />;
}
