import { createFileRoute, Outlet, useNavigate } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { CsatView } from '#src/csat/csat-view.tsx';
import { daysOptions, documentOptions, summaryOptions, todayOf } from '#src/csat/queries.ts';
import { csatSearch } from '#src/csat/search.ts';
import { windowOf } from '#src/panels/day-window.ts';

export const Route = createFileRoute('/_app/csat')({
  validateSearch: csatSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page runs the same queries and shows their progress.
  loader: ({ cause, deps, location, context: { queryClient, whoami } }) => {
    // The other tabs load their own rows.
    if (cause === 'stay' || location.pathname !== '/csat') return;
    if (isWholeService(whoami)) {
      const window = windowOf(deps, todayOf(whoami, Date.now()));
      void queryClient.prefetchQuery(summaryOptions(deps, window));
      void queryClient.prefetchQuery(daysOptions(deps, window));
    } else {
      void queryClient.prefetchQuery(documentOptions(deps, false));
    }
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const navigate = useNavigate();
  return (
    <CsatView
      search={Route.useSearch()}
      // A tab keeps its own parameters, but starts at its first row.
      go={(next, { replace }) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, ...next, skip: undefined }),
          replace,
          resetScroll: false,
        })
      }
    >
      <Outlet />
    </CsatView>
  );
}
