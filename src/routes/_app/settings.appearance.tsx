import { createFileRoute } from '@tanstack/react-router';
import { useWhoami } from '#src/api/whoami.ts';
import { AppearancePage } from '#src/settings/appearance-page.tsx';
import { showOverlay } from '#src/shell/overlay-state.ts';
import { providedOf } from '#src/shell/navigation.ts';
import { VIEWS } from '#src/shell/views.ts';

export const Route = createFileRoute('/_app/settings/appearance')({ component: Page });

function Page() {
  const views = providedOf(VIEWS, useWhoami());
  return <AppearancePage views={views} onShowKeys={() => showOverlay('keys')} />;
}
