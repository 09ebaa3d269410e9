import { createFileRoute } from '@tanstack/react-router';
import { hasExtension } from '#src/api/whoami.ts';
import { HealthView } from '#src/health/health-view.tsx';
import { healthOptions, migrationOptions, overviewOptions, visitBefore } from '#src/health/use-health.ts';
import { healthSearch } from '#src/health/search.ts';

export const Route = createFileRoute('/_app/health')({
  validateSearch: healthSearch,
  // Not awaited: the page runs the same queries and shows their progress.
  loader: ({ cause, context: { queryClient, whoami } }) => {
    if (cause === 'stay') return;
    if (hasExtension(whoami, 'health_overview')) {
      void queryClient.prefetchQuery(overviewOptions(visitBefore(whoami.site_id, Date.now())));
      return;
    }
    void queryClient.prefetchQuery(healthOptions());
    void queryClient.prefetchQuery(migrationOptions());
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <HealthView
      search={Route.useSearch()}
      go={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
