import { createFileRoute } from '@tanstack/react-router';
import { rememberFirstCalls } from '#src/api/early-calls.ts';
import { hasExtension } from '#src/api/whoami.ts';
import { LogPage } from '#src/settings/webhooks/log-page.tsx';
import { logOptions, subscriptionsOptions } from '#src/settings/webhooks/queries.ts';
import { logSearch } from '#src/settings/webhooks/search.ts';

export const Route = createFileRoute('/_app/settings/webhooks/log')({
  validateSearch: logSearch,
  loaderDeps: ({ search }) => search,
  // Begun and not waited for: the page asks for the same and shows how far it is.
  loader: ({ cause, deps, location, context: { queryClient, whoami } }) => {
    if (cause === 'stay' || !hasExtension(whoami, 'webhook_deliveries')) return;
    const [list, subscriptions] = [logOptions(deps), subscriptionsOptions()];
    rememberFirstCalls(location, list, subscriptions);
    void queryClient.prefetchInfiniteQuery(list);
    void queryClient.prefetchQuery(subscriptions);
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <LogPage
      search={Route.useSearch()}
      go={(next, { push } = { push: false }) => void navigate({ search: next, replace: !push, resetScroll: false })}
    />
  );
}
