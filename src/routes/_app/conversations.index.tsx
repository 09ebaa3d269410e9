import { createFileRoute, redirect } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { sessionsSearch } from '#src/conversations/search.ts';
import { FIRST_ROWS, sessionQuery, sessionsOptions } from '#src/conversations/sessions/session-rows.ts';
import { SessionsTab } from '#src/conversations/sessions/sessions-tab.tsx';
import { utcToday } from '#src/format/days.ts';
import { windowOf } from '#src/panels/day-window.ts';
import { pageOf } from '#src/ui/rows/use-paged-rows.ts';

export const Route = createFileRoute('/_app/conversations/')({
  validateSearch: sessionsSearch,
  beforeLoad: ({ context: { whoami }, search: { days } }) => {
    if (!isWholeService(whoami)) throw redirect({ to: '/conversations/handovers', search: { days }, replace: true });
  },
  loaderDeps: ({ search }) => search,
  // Not awaited: the page runs the same query and shows its progress.
  loader: ({ cause, deps, context: { queryClient } }) => {
    if (cause === 'stay') return;
    const query = sessionQuery(deps, windowOf(deps, utcToday(Date.now())));
    void queryClient.prefetchQuery(sessionsOptions(query, pageOf(deps.skip ?? 0, FIRST_ROWS), FIRST_ROWS));
  },
  component: Tab,
  codeSplitGroupings: [['loader', 'component']],
});

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <SessionsTab
      search={Route.useSearch()}
      go={(search, { replace }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
