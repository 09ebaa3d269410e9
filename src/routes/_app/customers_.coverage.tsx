import { createFileRoute } from '@tanstack/react-router';
import { CoveragePage } from '#src/customers/coverage/coverage-page.tsx';
import { PageHeader } from '#src/shell/page-header.tsx';

export const Route = createFileRoute('/_app/customers_/coverage')({
  component: Coverage,
  codeSplitGroupings: [['loader', 'component']],
});

function Coverage() {
  return <CoveragePage Header={PageHeader} />;
}
