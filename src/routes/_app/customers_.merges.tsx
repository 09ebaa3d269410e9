import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { MergesPage } from '#src/customers/merges/merges-page.tsx';
import { validateMergesSearch, type MergesSearch } from '#src/customers/merges/merges-search.ts';
import { PageHeader } from '#src/shell/page-header.tsx';

export const Route = createFileRoute('/_app/customers_/merges')({
  // The entry has the address alone: what of it means something is read by the page.
  validateSearch: (raw: MergesSearch) => raw,
  component: Merges,
  codeSplitGroupings: [['loader', 'component']],
});

function Merges() {
  const raw = Route.useSearch();
  const search = useMemo(() => validateMergesSearch({ ...raw }), [raw]);
  return <MergesPage search={search} Header={PageHeader} />;
}
