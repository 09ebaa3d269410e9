import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, useSearch } from '@tanstack/react-router';
import { WhoamiContext, whoamiOptions } from '#src/api/whoami.ts';
import { InboxCount, InboxFolders } from '#src/inbox/sidebar.tsx';
import { PageHosts } from '#src/shell/page-hosts.tsx';
import { Shell, ViewGate, WallShell } from '#src/shell/shell.tsx';
import { requireSession } from '#src/sign-in/require-session.ts';

export const Route = createFileRoute('/_app')({
  beforeLoad: requireSession,
  component: App,
});

function App() {
  const { data: whoami } = useSuspenseQuery(whoamiOptions());
  const isWall = useSearch({ strict: false, select: ({ wall }) => wall === '1' });
  const page = (
    <ViewGate>
      <Outlet />
    </ViewGate>
  );
  return (
    <WhoamiContext value={whoami}>
      {isWall ? (
        <WallShell>{page}</WallShell>
      ) : (
        <Shell inbox={{ count: <InboxCount />, folders: <InboxFolders /> }}>
          {page}
          <PageHosts />
        </Shell>
      )}
    </WhoamiContext>
  );
}
