import { createFileRoute, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { requireSession } from '#src/api/require-session.ts';
import { InboxCount } from '#src/inbox/inbox-count.tsx';
import { InboxFolders } from '#src/inbox/inbox-folders.tsx';
import { registerTicketSearch } from '#src/inbox/ticket-search.tsx';
import { Shell } from '#src/shell/shell.tsx';

export const Route = createFileRoute('/_app')({
  beforeLoad: requireSession,
  component: App,
  // The frame of every page: in the entry, so that no request stands between it and the first paint.
  codeSplitGroupings: [],
});

function App() {
  useEffect(registerTicketSearch, []);
  return (
    <Shell inbox={{ count: <InboxCount />, folders: <InboxFolders /> }}>
      <Outlet />
    </Shell>
  );
}
