import { createFileRoute, Outlet, useNavigate } from '@tanstack/react-router';
import { AiUsageView } from '#src/ai-usage/ai-usage-view.tsx';
import { limitsOptions, usageOptions } from '#src/ai-usage/queries.ts';
import { aiSearch } from '#src/ai-usage/search.ts';

export const Route = createFileRoute('/_app/ai/usage')({
  validateSearch: aiSearch,
  // Not awaited: the page runs the same queries and shows their progress.
  loader: ({ cause, context: { queryClient } }) => {
    if (cause === 'stay') return;
    void queryClient.prefetchQuery(usageOptions());
    void queryClient.prefetchQuery(limitsOptions());
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const navigate = useNavigate();
  return (
    <AiUsageView
      search={Route.useSearch()}
      // The tab keeps its own parameters, but starts at its first row.
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
