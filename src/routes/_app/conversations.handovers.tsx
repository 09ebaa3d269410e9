import { createFileRoute } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { HandoversTab } from '#src/conversations/handovers-tab.tsx';
import { handoffsOptions, handoffsQuery } from '#src/conversations/queries.ts';
import { handoversSearch } from '#src/conversations/search.ts';
import { utcToday } from '#src/format/days.ts';
import { windowOf } from '#src/panels/day-window.ts';

export const Route = createFileRoute('/_app/conversations/handovers')({
  validateSearch: handoversSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page runs the same query and shows its progress.
  loader: ({ cause, deps, context: { queryClient, whoami } }) => {
    if (cause === 'stay') return;
    const isWhole = isWholeService(whoami);
    const window = windowOf(isWhole ? deps : { days: deps.days }, utcToday(Date.now()));
    void queryClient.prefetchInfiniteQuery(handoffsOptions(handoffsQuery(deps, window, isWhole)));
  },
  component: Tab,
  codeSplitGroupings: [['loader', 'component']],
});

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <HandoversTab
      search={Route.useSearch()}
      go={(search, { replace }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
