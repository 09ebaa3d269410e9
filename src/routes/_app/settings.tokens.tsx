import { createFileRoute } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { grants } from '#src/api/write-access.ts';
import { allTokens } from '#src/settings/tokens/queries.ts';
import { tokensSearch } from '#src/settings/tokens/search.ts';
import { TokensPage } from '#src/settings/tokens/tokens-page.tsx';

export const Route = createFileRoute('/_app/settings/tokens')({
  validateSearch: tokensSearch,
  // Not awaited: the page runs the same query and shows its progress.
  loader: ({ cause, context: { queryClient, whoami } }) => {
    if (cause === 'stay' || !isWholeService(whoami) || !grants(whoami.scopes, 'admin:read')) return;
    void queryClient.prefetchQuery(allTokens);
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <TokensPage
      search={Route.useSearch()}
      go={(next, { push } = { push: false }) => void navigate({ search: next, replace: !push, resetScroll: false })}
    />
  );
}
