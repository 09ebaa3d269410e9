import { createFileRoute } from '@tanstack/react-router';
import { AppearancePage } from '#src/settings/appearance-page.tsx';
import { showOverlay } from '#src/shell/shell-state.ts';

export const Route = createFileRoute('/_app/settings/appearance')({ component: Page });

function Page() {
  return <AppearancePage onShowKeys={() => showOverlay('keys')} />;
}
