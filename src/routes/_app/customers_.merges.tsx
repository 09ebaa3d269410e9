import { createFileRoute } from '@tanstack/react-router';
import { ReceiptsPage } from '#src/customers/merge/receipts-page.tsx';
import { mergesSearch } from '#src/customers/search.ts';

export const Route = createFileRoute('/_app/customers_/merges')({
  validateSearch: mergesSearch,
  component: Merges,
  codeSplitGroupings: [['loader', 'component']],
});

function Merges() {
  return <ReceiptsPage search={Route.useSearch()} />;
}
