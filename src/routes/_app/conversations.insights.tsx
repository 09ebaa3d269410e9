import { createFileRoute } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { InsightsTab } from '#src/conversations/insights/insights-tab.tsx';
import { handoffDaysOptions, insightsOptions } from '#src/conversations/insights/queries.ts';
import { insightsSearch } from '#src/conversations/search.ts';
import { utcToday } from '#src/format/days.ts';
import { windowOf } from '#src/panels/day-window.ts';

export const Route = createFileRoute('/_app/conversations/insights')({
  validateSearch: insightsSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page runs the same queries and shows its progress.
  loader: ({ cause, deps, context: { queryClient, whoami } }) => {
    if (cause === 'stay' || !isWholeService(whoami)) return;
    const window = windowOf(deps, utcToday(Date.now()));
    void queryClient.prefetchQuery(handoffDaysOptions(window));
    void queryClient.prefetchQuery(insightsOptions('question', window));
  },
  component: Tab,
  codeSplitGroupings: [['loader', 'component']],
});

function Tab() {
  return <InsightsTab search={Route.useSearch()} />;
}
