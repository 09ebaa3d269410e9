import { createFileRoute } from '@tanstack/react-router';
import { MergePage } from '#src/customers/merge/merge-page.tsx';
import { duplicatesOptions } from '#src/customers/merge/queries.ts';
import { mergeSearch } from '#src/customers/search.ts';
import { rememberFirstCalls } from '#src/api/early-calls.ts';
import { hasExtension } from '#src/api/whoami.ts';

export const Route = createFileRoute('/_app/customers_/merge')({
  validateSearch: mergeSearch,
  loaderDeps: ({ search }) => search,
  // Begun and not waited for: the page asks for the same and shows how far it is.
  loader: ({ cause, deps, location, context: { queryClient, whoami } }) => {
    if (cause === 'stay' || !hasExtension(whoami, 'identity_tools')) return;
    const duplicates = duplicatesOptions(deps);
    rememberFirstCalls(location, duplicates);
    void queryClient.prefetchQuery(duplicates);
  },
  component: Merge,
  codeSplitGroupings: [['loader', 'component']],
});

function Merge() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MergePage
      search={search}
      go={(next, { replace }) => void navigate({ search: next, replace, resetScroll: false })}
    />
  );
}
