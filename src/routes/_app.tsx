import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { requireSession } from '#src/api/require-session.ts';
import { WhoamiContext, whoamiOptions } from '#src/api/whoami.ts';
import { InboxCount } from '#src/inbox/inbox-count.tsx';
import { InboxFolders } from '#src/inbox/inbox-folders.tsx';
import { Shell } from '#src/shell/shell.tsx';
import { useIdle } from '#src/ui/use-idle.ts';

// Where it cannot be fetched, the page stands without it.
const Later = lazy<ComponentType>(() =>
  import('#src/shell/later.tsx').then(
    ({ Later: Parts }) => ({ default: Parts }),
    () => ({ default: () => null }),
  ),
);

export const Route = createFileRoute('/_app')({
  beforeLoad: requireSession,
  component: App,
  // The frame of every page: in the entry, so that no request stands between it and the first paint.
  codeSplitGroupings: [],
});

function App() {
  useEffect(offerTicketSearch, []);
  const isIdle = useIdle(true);
  const { data: whoami } = useSuspenseQuery(whoamiOptions());
  return (
    <WhoamiContext value={whoami}>
      <Shell inbox={{ count: <InboxCount />, folders: <InboxFolders /> }}>
        <Outlet />
        {isIdle ? (
          <Suspense fallback={null}>
            <Later />
          </Suspense>
        ) : null}
      </Shell>
    </WhoamiContext>
  );
}

/** The palette's search for tickets, fetched beside the page and not before it. */
function offerTicketSearch(): () => void {
  const search = import('#src/inbox/ticket-search.tsx').then((module) => module.registerTicketSearch());
  return () => void search.then((unregister) => unregister());
}
