import { createFileRoute, Outlet, redirect, useNavigate } from '@tanstack/react-router';
import { AiUsageView } from '#src/ai-usage/ai-usage-view.tsx';
import { limitsOptions, usageOptions } from '#src/ai-usage/queries.ts';
import { aiSearch } from '#src/ai-usage/search.ts';
import { rememberFirstCalls } from '#src/api/early-calls.ts';
import { preloadCharts } from '#src/charts/day-charts.tsx';

export const Route = createFileRoute('/_app/ai/usage')({
  validateSearch: aiSearch,
  // Tabs were parameters once.
  beforeLoad: ({ search: { tab, ...search } }) => {
    if (tab !== undefined) throw redirect({ to: `/ai/usage/${tab}`, search, replace: true });
  },
  // Begun and not waited for: the page asks for the same and shows how far it is.
  loader: ({ cause, location, context: { queryClient } }) => {
    if (cause === 'stay') return;
    const [usage, limits] = [usageOptions(), limitsOptions()];
    rememberFirstCalls(location, usage, limits);
    void queryClient.prefetchQuery(usage);
    void queryClient.prefetchQuery(limits);
    preloadCharts();
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const navigate = useNavigate();
  return (
    <AiUsageView
      search={Route.useSearch()}
      // The tab keeps what is its own, but begins at its first row.
      go={({ days, from, to }) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, days, from, to, skip: undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    >
      <Outlet />
    </AiUsageView>
  );
}
