import { createFileRoute, Outlet, useNavigate } from '@tanstack/react-router';
import { rememberFirstCalls } from '#src/api/early-calls.ts';
import { hasExtension } from '#src/api/whoami.ts';
import { preloadCharts } from '#src/charts/day-charts.tsx';
import { CsatView } from '#src/csat/csat-view.tsx';
import { daysOptions, documentOptions, summaryOptions, todayOf } from '#src/csat/queries.ts';
import { csatSearch } from '#src/csat/search.ts';
import { windowOf } from '#src/panels/day-window.ts';

export const Route = createFileRoute('/_app/csat')({
  validateSearch: csatSearch,
  loaderDeps: ({ search }) => search,
  // Begun and not waited for: the page asks for the same and shows how far it is.
  loader: ({ cause, deps, location, context: { queryClient, whoami } }) => {
    // The other parts begin with their own rows.
    if (cause === 'stay' || location.pathname !== '/csat') return;
    preloadCharts();
    if (hasExtension(whoami, 'csat_reports')) {
      const window = windowOf(deps, todayOf(whoami, Date.now()));
      const [summary, days] = [summaryOptions(deps, window), daysOptions(deps, window)];
      rememberFirstCalls(location, summary, days);
      void queryClient.prefetchQuery(summary);
      void queryClient.prefetchQuery(days);
    } else {
      const summary = documentOptions(deps, false);
      rememberFirstCalls(location, summary);
      void queryClient.prefetchQuery(summary);
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
      // A part keeps what is its own, but begins at its first row.
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
