import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { WhoamiContext, whoamiOptions } from '#src/api/whoami.ts';
import { InboxCount, InboxFolders } from '#src/inbox/sidebar-folders.tsx';
import { PageHosts } from '#src/shell/page-hosts.tsx';
import { Shell, ViewGate } from '#src/shell/shell.tsx';
import { requireSession } from '#src/sign-in/require-session.ts';

export const Route = createFileRoute('/_app')({
  beforeLoad: (route) => {
    // The board of a wall has no frame and needs no session; the address stays that of health.
    if (route.location.pathname === '/health' && /[?&]wall=1(&|$)/.test(route.location.searchStr))
      throw redirect({ to: '/wall', mask: { to: '/health', search: { wall: '1' } }, replace: true });
    return requireSession(route);
  },
  component: App,
});

function App() {
  const { data: whoami } = useSuspenseQuery(whoamiOptions());
  return (
    <WhoamiContext value={whoami}>
      <Shell inbox={{ count: <InboxCount />, folders: <InboxFolders /> }}>
        <ViewGate>
          <Outlet />
        </ViewGate>
        <PageHosts />
      </Shell>
    </WhoamiContext>
  );
}
