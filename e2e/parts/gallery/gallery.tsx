import '#src/app/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { queryClient } from '#src/api/query-client.ts';
import { enterSession, leaveSession, startSession } from '#src/session/session-store.ts';
import { Toaster } from '#src/ui/toasts/toaster.tsx';
import { closeToast, toastsAtom } from '#src/ui/toasts/toast-store.ts';
import { STORIES, type StoryName } from './stories.tsx';

/** The functions that a test calls in the page, see e2e/parts/part-test.ts. */
export interface Gallery {
  /** Replaces the story. @param token a session's token; null for a story without the API */
  mount(name: StoryName, token: string | null): void;
  /** Removes the story, its cached answers, its toasts and its session. */
  reset(): void;
}

let root: Root | undefined;

const gallery: Gallery = {
  mount(name, token) {
    gallery.reset();
    if (token !== null) enterSession({ token, baseUrl: '/v1', kind: 'session', kept: false });
    const place = document.getElementById('root');
    if (place === null) throw new Error('index.html has no #root');
    const created = createRoot(place);
    root = created;
    // At once: a Tab that is pressed before anything can have the focus would leave the page.
    flushSync(() =>
      created.render(
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <main className="flex min-h-screen flex-col items-start gap-4 bg-app p-16 text-13 text-ink">
              <h1 className="text-16">{name}</h1>
              {STORIES[name]()}
            </main>
            <Toaster />
          </QueryClientProvider>
        </StrictMode>,
      ),
    );
  },
  reset() {
    root?.unmount();
    root = undefined;
    queryClient.clear();
    for (const { id } of toastsAtom.get()) closeToast(id);
    leaveSession();
    localStorage.clear();
    sessionStorage.clear();
  },
};

startSession();
Object.assign(globalThis, { gallery });
