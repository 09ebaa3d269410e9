import { createFileRoute } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { sampleOptions } from '#src/conversations/review/queries.ts';
import { ReviewTab } from '#src/conversations/review/review-tab.tsx';
import { reviewSearch } from '#src/conversations/search.ts';
import { utcToday } from '#src/format/days.ts';
import { windowOf } from '#src/panels/day-window.ts';

export const Route = createFileRoute('/_app/conversations/review')({
  validateSearch: reviewSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page runs the same query and shows its progress.
  loader: ({ cause, deps, context: { queryClient, whoami } }) => {
    if (cause === 'stay' || !isWholeService(whoami)) return;
    void queryClient.prefetchQuery(sampleOptions(deps, windowOf(deps, utcToday(Date.now()))));
  },
  component: Tab,
  codeSplitGroupings: [['loader', 'component']],
});

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <ReviewTab
      search={Route.useSearch()}
      go={(search, { replace }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
