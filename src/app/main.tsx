import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ComponentType, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { startCallLog } from '#src/api/call-log.ts';
import { adoptEarlyCalls } from '#src/api/early-calls.ts';
import { queryClient } from '#src/api/query-client.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { startZone } from '#src/browser/zone.ts';
import {
  askTabs,
  sessionState,
  type SessionState,
  startSession,
  subscribeToSession,
} from '#src/session/session-store.ts';
import { followTabs, useSession } from '#src/sign-in/session-acts.ts';
import { followStartLinks, startToken } from '#src/sign-in/start-link.ts';
import { forgetChanges } from '#src/ticket-edit/update/change-store.ts';
import { startPreferences } from '#src/ui/preferences.ts';
import { startAfterPaint } from './error-place.tsx';
import { router } from './router.ts';

// In another page's frame nothing begins: the document says so by itself.
if (document.documentElement.dataset['frame'] !== 'framed') start();

function start(): void {
  followStartLinks();
  startSession();
  startCallLog();
  startZone();
  startPreferences();
  adoptEarlyCalls();
  followTabs();
  if (startToken() === null) void askTabs();
  startAfterPaint();

  let before = sessionState();
  subscribeToSession(() => {
    const after = sessionState();
    if (before.phase === 'ended' && after.phase === 'in') void queryClient.invalidateQueries();
    // A token that was never accepted here has shown nothing; the guard of the route leads to the sign-in page.
    if (before.phase !== 'out' && before.siteId !== null && after.phase === 'out') void leave(after.why === 'replaced');
    before = after;
  });

  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <SessionGate />
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** After a sign-out, here or in another tab: nothing of the site stays. */
async function leave(isReplaced: boolean): Promise<void> {
  try {
    // Another session may follow at once: it begins where this one has left nothing.
    if (location.pathname !== '/sign-in') await router.navigate({ to: '/sign-in', replace: true });
  } finally {
    queryClient.clear();
    forgetChanges();
    for (const key of Object.values(SITE_KEYS)) storage.tab.remove(key);
    // The tab that replaced the session has done it; by now they may be the next one's.
    if (!isReplaced) await forgetRecords();
  }
}

/** Clears the views' data in this browser, such as drafts, whether their code was loaded or not. */
async function forgetRecords(): Promise<void> {
  try {
    for (const { name } of await indexedDB.databases()) {
      if (name?.startsWith('support-console:') === true) indexedDB.deleteDatabase(name);
    }
  } catch {
    // Where the browser refuses this storage nothing was stored.
  }
}

type Dialog = ComponentType<{ readonly ended: Extract<SessionState, { readonly phase: 'ended' }> }>;

/** Asks for a token over the page when the session has ended; the dialog is loaded only then. */
function SessionGate() {
  const session = useSession();
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const isEnded = session.phase === 'ended';

  useEffect(() => {
    if (!isEnded) return;
    import('#src/sign-in/reauth-dialog.tsx').then(
      (module) => setDialog(() => module.ReauthDialog),
      // The file is gone with a deploy: the whole page is loaded anew, and the address keeps the filters.
      () => location.reload(),
    );
  }, [isEnded]);

  return isEnded && Dialog !== null ? <Dialog ended={session} /> : null;
}
