import { createFileRoute } from '@tanstack/react-router';
import { AiUsageView } from '#src/ai-usage/ai-usage-view.tsx';
import { firstDays, limitsOptions, usageOptions } from '#src/ai-usage/queries.ts';
import { aiSearch } from '#src/ai-usage/search.ts';
import { preloadCharts } from '#src/charts/load-charts.ts';
import { refreshPage } from '#src/panels/page-frame.tsx';

export const Route = createFileRoute('/_app/ai/usage')({
  validateSearch: aiSearch,
  loaderDeps: ({ search: { days } }) => ({ days }),
  // Begun and not waited for: the page asks for the same and shows how far it is.
  loader: ({ cause, deps, context: { queryClient } }) => {
    if (cause === 'stay') return;
    void queryClient.prefetchQuery(usageOptions(firstDays(deps, Date.now())));
    void queryClient.prefetchQuery(limitsOptions());
    preloadCharts();
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AiUsageView
      search={search}
      go={(next, { replace }) => void navigate({ search: next, replace, resetScroll: false })}
      onRefresh={refreshPage}
    />
  );
}
