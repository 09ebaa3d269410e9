import { createFileRoute } from '@tanstack/react-router';
import { MergesPage } from '#src/customers/merges/merges-page.tsx';
import { mergesSearch } from '#src/customers/search.ts';

export const Route = createFileRoute('/_app/customers_/merges')({
  validateSearch: mergesSearch,
  component: Merges,
  codeSplitGroupings: [['loader', 'component']],
});

function Merges() {
  return <MergesPage search={Route.useSearch()} />;
}
