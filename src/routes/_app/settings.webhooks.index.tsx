import { createFileRoute } from '@tanstack/react-router';
import { webhooksOptions } from '#src/settings/webhooks/queries.ts';
import { webhooksSearch } from '#src/settings/webhooks/search.ts';
import { WebhooksPage } from '#src/settings/webhooks/webhooks-page.tsx';

export const Route = createFileRoute('/_app/settings/webhooks/')({
  validateSearch: webhooksSearch,
  // Not awaited: the page runs the same query and shows its progress.
  loader: ({ cause, context: { queryClient } }) => {
    if (cause !== 'stay') void queryClient.prefetchQuery(webhooksOptions());
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <WebhooksPage
      search={Route.useSearch()}
      go={(next, { push } = { push: false }) => void navigate({ search: next, replace: !push, resetScroll: false })}
    />
  );
}
