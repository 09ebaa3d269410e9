import { createFileRoute } from '@tanstack/react-router';
import { rememberFirstCalls } from '#src/api/early-calls.ts';
import { hasExtension } from '#src/api/whoami.ts';
import { HealthView } from '#src/health/health-view.tsx';
import { healthOptions, migrationOptions, overviewOptions, visitBefore } from '#src/health/use-health.ts';
import { healthSearch } from '#src/health/search.ts';

export const Route = createFileRoute('/_app/health')({
  validateSearch: healthSearch,
  // Begun and not waited for: the page asks for the same and shows how far it is.
  loader: ({ cause, location, context: { queryClient, whoami } }) => {
    // The numbers of a frozen link come with it.
    if (cause === 'stay' || location.hash.startsWith('frozen=')) return;
    if (hasExtension(whoami, 'health_overview')) {
      const overview = overviewOptions(visitBefore(whoami.site_id, Date.now()));
      rememberFirstCalls(location, overview);
      void queryClient.prefetchQuery(overview);
      return;
    }
    const [health, migration] = [healthOptions(), migrationOptions()];
    rememberFirstCalls(location, health, migration);
    void queryClient.prefetchQuery(health);
    void queryClient.prefetchQuery(migration);
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
