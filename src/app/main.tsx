import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startCallLog } from '#src/api/call-log.ts';
import { queryClient } from '#src/api/query-client.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { startZone } from '#src/browser/zone.ts';
import { ownerPrefix, type Owner } from '#src/session/owner.ts';
import {
  askTabs,
  reportLeaving,
  sessionState,
  type SessionState,
  startSession,
  subscribeToSession,
} from '#src/session/session-store.ts';
import { ReauthDialog } from '#src/sign-in/reauth-dialog.tsx';
import { followTabs, useSession } from '#src/sign-in/session-acts.ts';
import { followStartLinks, startToken } from '#src/sign-in/start-link.ts';
import { forgetChanges } from '#src/ticket-edit/update/change-store.ts';
import { watchMissingCode } from '#src/ui/fetch-code.ts';
import { startPreferences } from '#src/ui/preferences.ts';
import { router } from './router.ts';

// In another page's frame nothing begins: the document says so by itself.
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
    // A token that was never accepted here has shown nothing; the guard of the route leads to the sign-in page.
    if (before.phase !== 'out' && before.owner !== null && after.phase === 'out')
      reportLeaving(leave(before.owner, after.why));
    before = after;
  });

  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  // Before the first render: the calls of the page are on their way while React draws its frame.
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

/** After a sign-out, here or in another tab: nothing of the site stays that is this person's. */
async function leave(owner: Owner, why: Why): Promise<void> {
  try {
    // Another session may follow at once: it begins where this one has left nothing, and on the same page for another person.
    const next = why === 'other' ? { search: { next: location.pathname + location.search } } : {};
    if (location.pathname !== '/sign-in') await router.navigate({ to: '/sign-in', ...next, replace: true });
  } finally {
    queryClient.clear();
    forgetChanges();
    for (const key of Object.values(SITE_KEYS)) storage.tab.remove(key);
    // The tab that replaced the session has done it; by now they may be the next one's.
    // The drafts of a person who was only followed by another one stay theirs.
    if (why === null || why === 'unreported') storage.device.removeAll(ownerPrefix(owner));
  }
}

type Why = Extract<SessionState, { readonly phase: 'out' }>['why'];

/** Asks for a token over the page when the session has ended. */
function SessionGate() {
  const session = useSession();
  return session.phase === 'ended' ? <ReauthDialog ended={session} /> : null;
}
