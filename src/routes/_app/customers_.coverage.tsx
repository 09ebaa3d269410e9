import { createFileRoute } from '@tanstack/react-router';
import { CoveragePage } from '#src/customers/coverage/coverage-page.tsx';

export const Route = createFileRoute('/_app/customers_/coverage')({
  component: Coverage,
  codeSplitGroupings: [['loader', 'component']],
});

function Coverage() {
  return <CoveragePage />;
}
