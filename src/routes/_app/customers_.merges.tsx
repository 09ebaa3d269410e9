import { createFileRoute } from '@tanstack/react-router';
import { PastMergesPage } from '#src/customers/merge/past-merges.tsx';
import { mergesSearch } from '#src/customers/search.ts';

export const Route = createFileRoute('/_app/customers_/merges')({
  validateSearch: mergesSearch,
  component: Merges,
  codeSplitGroupings: [['loader', 'component']],
});

function Merges() {
  return <PastMergesPage search={Route.useSearch()} />;
}
