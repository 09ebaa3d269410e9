import { createFileRoute, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { requireSession } from '#src/api/require-session.ts';
import { InboxCount } from '#src/inbox/inbox-count.tsx';
import { InboxFolders } from '#src/inbox/inbox-folders.tsx';
import { Shell } from '#src/shell/shell.tsx';

export const Route = createFileRoute('/_app')({
  beforeLoad: requireSession,
  component: App,
  // The frame of every page: in the entry, so that no request stands between it and the first paint.
  codeSplitGroupings: [],
});

function App() {
  useEffect(offerTicketSearch, []);
  return (
    <Shell inbox={{ count: <InboxCount />, folders: <InboxFolders /> }}>
      <Outlet />
    </Shell>
  );
}

/** The palette's search for tickets, fetched beside the page and not before it. */
function offerTicketSearch(): () => void {
  const search = import('#src/inbox/ticket-search.tsx').then((module) => module.registerTicketSearch());
  return () => void search.then((unregister) => unregister());
}
