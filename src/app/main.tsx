import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startCallLog } from '#src/api/call-log.ts';
import { queryClient } from '#src/api/query-client.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { startZone } from '#src/browser/zone.ts';
import { ownerPrefix, type Owner } from '#src/session/owner.ts';
import { askTabs, sessionState, startSession, subscribeToSession } from '#src/session/session-store.ts';
import { ReauthDialog } from '#src/sign-in/reauth-dialog.tsx';
import { followTabs, useSession } from '#src/sign-in/session-acts.ts';
import { followStartLinks, startToken } from '#src/sign-in/start-link.ts';
import { forgetChanges } from '#src/ticket-edit/update/change-store.ts';
import { watchMissingCode } from '#src/ui/fetch-code.ts';
import { startPreferences } from '#src/ui/preferences.ts';
import { router } from './router.ts';

// In another page's frame the document shows a sentence instead.
if (document.documentElement.dataset['frame'] !== 'framed') start();

function start(): void {
  watchMissingCode();
  followStartLinks();
  startSession();
  startCallLog();
  startZone();
  startPreferences();
  followTabs();
  if (startToken() === null) void askTabs();

  let before = sessionState();
  subscribeToSession(() => {
    const after = sessionState();
    if (before.phase === 'ended' && after.phase === 'in') void queryClient.invalidateQueries();
    // A token that was never accepted has shown nothing; the guard of the route redirects to the sign-in page.
    if (before.phase !== 'out' && before.owner !== null && after.phase === 'out') void leave(before.owner);
    before = after;
  });

  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  // Before the first render, so that the calls of the page run while React draws its frame.
  void router.load();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <SessionGate />
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** After a sign-out, here or in another tab: deletes all data of the site and of this person. */
async function leave(owner: Owner): Promise<void> {
  try {
    if (location.pathname !== '/sign-in') await router.navigate({ to: '/sign-in', replace: true });
  } finally {
    queryClient.clear();
    forgetChanges();
    for (const key of Object.values(SITE_KEYS)) storage.tab.remove(key);
    storage.device.removeAll(ownerPrefix(owner));
  }
}

/** Asks for a token over the page when the session has ended. */
function SessionGate() {
  const session = useSession();
  return session.phase === 'ended' ? <ReauthDialog ended={session} /> : null;
}
