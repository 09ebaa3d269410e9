import { QueryClientProvider } from '@tanstack/react-query';
import {
  type AnyRouter,
  createBrowserHistory,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startCallLog } from '#src/api/call-log.ts';
import { queryClient } from '#src/api/query-client.ts';
import { parseSearch, stringifySearch } from '#src/app/url-search.ts';
import { startHostZone } from '#src/browser/zone.ts';
import { isReadOnly, makeReadOnly } from '#src/session/read-only.ts';
import { sessionAtom, subscribeToSession, sessionState } from '#src/session/session-store.ts';
import { watchMissingCode } from '#src/ui/fetch-code.ts';
import { setPreferences, THEMES } from '#src/ui/preferences.ts';
import { FrameAddresses, viewAt } from './address.ts';
import { ErrorPage } from '#src/shell/error-page.tsx';
import { EMBEDDABLE_VIEWS } from '#src/shell/views.ts';
import { HostPort } from './host-port.ts';
import { HostSession, HostContext } from './host-session.ts';
import type { InitMessage } from '#src/panels/embed-protocol.ts';
import { routeTree } from './routes.ts';
import { WaitingForToken } from './session-strip.tsx';

interface EmbeddedOptions {
  readonly init: InitMessage;
  /** IANA name that the browser knows. */
  readonly zone: string;
  readonly port: MessagePort;
}

/** Starts the application in the frame with the host's options. */
export function startEmbedded({ init, zone, port: channel }: EmbeddedOptions): void {
  watchMissingCode();
  const { search, pathname } = location;
  const asked = new URLSearchParams(search);
  if (init.edit !== true) makeReadOnly();
  startCallLog();
  startHostZone(zone);
  setPreferences({
    theme: init.theme ?? THEMES.find((theme) => theme === asked.get('theme')) ?? 'system',
    density: 'compact',
  });
  sendLinksOutside();

  const addresses = new FrameAddresses(EMBEDDABLE_VIEWS, search);
  const port = new HostPort(channel);
  const writes = isReadOnly() ? [] : (viewAt(EMBEDDABLE_VIEWS, pathname)?.embed.writes ?? []);
  const session = new HostSession({ port, writes });
  const history = createFrameHistory();
  const router = createRouter({
    routeTree,
    history,
    rewrite: { input: ({ url }) => addresses.input(url), output: ({ url }) => addresses.output(url) },
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    scrollRestoration: false,
    defaultErrorComponent: ErrorPage,
  });

  let told = '';
  router.subscribe('onResolved', () => {
    const path = addresses.forHost(location.pathname + location.search);
    if (path !== told) port.post({ type: 'navigated', path });
    told = path;
  });
  port.listen({
    token: ({ token }) => session.take(token),
    theme: ({ theme }) => setPreferences({ theme }),
    navigate: ({ path }) => {
      const address = addresses.fromHost(path);
      if (address === null) port.post({ type: 'error', code: 'not_embeddable' });
      else if (address !== location.pathname + location.search) history.push(address);
    },
  });

  let before = sessionState().phase;
  subscribeToSession(() => {
    const { phase } = sessionState();
    // whoami refused a token that was just accepted.
    if (phase === 'out' && before === 'in') session.ask('refused');
    if (phase === 'in' && before === 'ended') void queryClient.invalidateQueries();
    if (phase === 'in' && before === 'out') void router.invalidate();
    before = phase;
  });
  session.take(init.token);

  const root = document.getElementById('root');
  if (root === null) throw new Error('embed.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <HostContext value={{ port, session, only: asked.get('only') }}>
          <App router={router} />
        </HostContext>
      </QueryClientProvider>
    </StrictMode>,
  );
}

function App({ router }: { readonly router: AnyRouter }) {
  const isOut = useSelector(sessionAtom, ({ phase }) => phase === 'out');
  return isOut ? <WaitingForToken /> : <RouterProvider router={router} />;
}

/** The frame's browser history. Addresses that no frame shows open in a new tab. */
function createFrameHistory(): RouterHistory {
  const history = createBrowserHistory();
  const { push, replace } = history;
  history.push = (path, ...rest) => (isInside(path) ? push(path, ...rest) : openOutside(path));
  history.replace = (path, ...rest) => (isInside(path) ? replace(path, ...rest) : openOutside(path));
  return history;
}

/** Opens links to other pages in a new tab, since the browser would refuse them in the frame. */
function sendLinksOutside(): void {
  const mark = ({ target }: MouseEvent): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link === null || link.target !== '' || link.origin !== location.origin || isInside(link.pathname)) return;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  };
  // Runs before the link's own handler, which leaves links with a target to the browser.
  document.addEventListener('click', mark, { capture: true });
}

function isInside(path: string): boolean {
  return path.startsWith('/embed/');
}

function openOutside(path: string): void {
  window.open(path, '_blank', 'noopener,noreferrer');
}
