import { createFileRoute } from '@tanstack/react-router';
import { getHealthOverview } from '#contract/health-overview.ts';
import { getMigrationStatus } from '#contract/migration.ts';
import { getHealth } from '#contract/site.ts';
import { read } from '#src/api/read.ts';
import { isWholeService } from '#src/api/whoami.ts';
import { HealthView } from '#src/health/health-view.tsx';
import { healthSearch } from '#src/health/search.ts';

export const Route = createFileRoute('/_app/health')({
  validateSearch: healthSearch,
  // Not awaited: the page runs the same queries and shows their progress.
  loader: ({ cause, context: { queryClient, whoami } }) => {
    if (cause === 'stay') return;
    if (isWholeService(whoami)) {
      void queryClient.prefetchQuery(read(getHealthOverview));
      return;
    }
    void queryClient.prefetchQuery(read(getHealth));
    void queryClient.prefetchQuery(read(getMigrationStatus));
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  return <HealthView search={Route.useSearch()} />;
}
