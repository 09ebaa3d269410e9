import { createFileRoute } from '@tanstack/react-router';
import { AppearancePage } from '#src/settings/appearance/appearance-page.tsx';
import { showOverlay } from '#src/shell/overlay-state.ts';
import { PageHeader } from '#src/shell/page-header.tsx';

export const Route = createFileRoute('/_app/settings/appearance')({ component: Page });

function Page() {
  return <AppearancePage Header={PageHeader} onShowKeys={() => showOverlay('keys')} />;
}
