import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { WallPage } from '#src/health/wall/wall-page.tsx';
import { askTabs, sessionState } from '#src/session/session-store.ts';

/** The board of `/health?wall=1`, which `_app` leads to: it stands without the frame, and without a session. */
export const Route = createFileRoute('/wall')({
  beforeLoad: async () => {
    if (sessionState().phase === 'out') await askTabs();
  },
  component: Page,
});

function Page() {
  const navigate = useNavigate();
  return <WallPage onLeave={() => void navigate({ to: '/health' })} />;
}
