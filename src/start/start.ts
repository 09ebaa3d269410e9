/** Of each view its name, its skeleton and the beginnings of its addresses, and the start page of all; defined by the build. */
declare const VIEWS: readonly (readonly [string, string, readonly string[]])[];
declare const START: string;

/**
 * Runs before the first paint and blocks it, so it is tiny and imports nothing: the appearance, which frame of the document
 * is seen, and the first calls of a page whose session is known. It is built into a classic script of its own
 * (tools/build/start-script.ts); the only other `fetch` of the dashboard is `call`, which takes these answers over.
 */
(() => {
  interface Known {
    readonly token: string;
    readonly baseUrl: string;
    readonly isSession: boolean;
  }

  const root = document.documentElement;
  const PREFIX = 'support-console:';
  /** So long nobody knows whether another tab is signed in. */
  const ASK_MS = 200;
  const path = location.pathname;
  // In another page's frame a person cannot see what they press. The headers forbid it; where something on the way has taken
  // those out, the document says so by itself, and neither this script nor the application goes on.
  if (self !== top) {
    root.dataset['frame'] = 'framed';
    return;
  }

  function read(area: () => Storage, name: string): string | null {
    try {
      return area().getItem(PREFIX + name);
    } catch {
      // Storage may be refused: the defaults stand.
      return null;
    }
  }
  const device = (name: string) => read(() => localStorage, name);
  const tab = (name: string) => read(() => sessionStorage, name);

  const theme = device('theme');
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme;
  root.dataset['density'] = device('density') === 'comfortable' ? 'comfortable' : 'compact';
  // Fetched on an earlier visit: applied from the first paint on, so that no text moves.
  if (device('font') === 'inter') root.dataset['font'] = 'inter';
  const locale = new URLSearchParams(location.search).get('locale') || root.lang;
  root.dir = /^(ar|fa|he|ur)\b/.test(locale) ? 'rtl' : 'ltr';

  // A start link: out of the address bar and the history before anything else can see it.
  const link = /^#token=([^&]*)/.exec(location.hash)?.[1] ?? null;
  if (link !== null) history.replaceState(history.state, '', location.pathname + location.search);

  const session = known(parse(tab('session')));
  // The board of a wall has no frame, and asks for a token by itself.
  const isWall = path === '/wall' || (path === '/health' && /[?&]wall=1(&|$)/.test(location.search));
  if (isWall) root.dataset['frame'] = 'none';
  else if (path === '/sign-in' && (session === null || link !== null)) root.dataset['frame'] = 'sign-in';
  else root.dataset['frame'] = session === null ? 'neutral' : 'console';
  const address = path === '/' ? (tab('start') ?? START) : path;
  const [view = '', skeleton = ''] =
    VIEWS.find(([, , owns]) => owns.some((start) => `${address}/`.startsWith(`${start}/`))) ?? [];
  const isTicket = path.startsWith('/tickets/');
  root.dataset['skeleton'] = isTicket ? '' : skeleton;
  // Which line of the navigation is marked, and which title is seen: a rule for one name, in place of a list of all.
  const rules = new CSSStyleSheet();
  rules.replaceSync(
    `.frame-nav[data-view="${view}"]{background:var(--bg-active);color:inherit}.frame-title:not([data-view="${isTicket ? '' : view}"]){display:none}`,
  );
  document.adoptedStyleSheets.push(rules);
  // A ticket named in the address has its skeleton beside the list, or in its place.
  if (isTicket) root.dataset['ticket'] = 'alone';
  else if (/[?&]ticket=\d/.test(location.search)) root.dataset['ticket'] = '';
  if (tab('sidebar') === 'rail') root.dataset['sidebar'] = 'rail';

  const start: NonNullable<typeof window.earlyStart> = { linkToken: link, token: null, calls: {} };
  window.earlyStart = start;
  if (link !== null || path === '/sign-in' || root.dataset['frame'] === 'none') return;
  if (session === null) askTabs();
  else begin(session);

  function begin(known: Known): void {
    start.token = known.token;
    send(known, 'resource=whoami');
    for (const search of readFirstCalls()) send(known, search);
  }

  /** A new tab has no session yet: an open one may give its own, long before the application is there to ask. */
  function askTabs(): void {
    const channel = new BroadcastChannel(`${PREFIX}session`);
    const id = String(Math.random());
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      // The application has begun, and asks for itself.
      if (window.earlyStart === undefined) return channel.close();
      if (typeof data !== 'object' || data === null || !('id' in data) || data.id !== id || !('session' in data))
        return;
      const given = known(data.session);
      if (given === null) return;
      root.dataset['frame'] = 'console';
      // An API token is written down nowhere: the application asks for it.
      if (!given.isSession) return;
      sessionStorage.setItem(`${PREFIX}session`, JSON.stringify(data.session));
      channel.close();
      begin(given);
    });
    channel.postMessage({ type: 'ask', id });
    setTimeout(() => {
      if (root.dataset['frame'] === 'neutral') root.dataset['frame'] = 'sign-in';
    }, ASK_MS);
  }

  function send({ token, baseUrl }: Known, search: string): void {
    const url = `${baseUrl}/api.ashx?${search}`;
    const answer = fetch(url, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    }).then(async (response) => ({ response, text: await response.text() }));
    // Where it fails, the application asks again in the ordinary way.
    answer.catch(() => undefined);
    start.calls[url] = { sentAt: Date.now(), answer };
  }

  /** A session, where its address is one that the service allows. */
  function known(value: unknown): Known | null {
    if (typeof value !== 'object' || value === null || !('token' in value) || !('baseUrl' in value)) return null;
    const { token, baseUrl } = value;
    if (typeof token !== 'string' || token === '' || typeof baseUrl !== 'string') return null;
    const origins = document.querySelector<HTMLMetaElement>(`meta[name="${PREFIX}api-origins"]`)?.content.split(' ');
    const isAllowed = baseUrl === '/v1' || origins?.some((one) => one !== '' && baseUrl === `${one}/v1`) === true;
    return isAllowed ? { token, baseUrl, isSession: 'kind' in value && value.kind === 'session' } : null;
  }

  /** The first calls of this address when this tab last showed it. */
  function readFirstCalls(): readonly string[] {
    const value = parse(tab('first-calls'));
    if (typeof value !== 'object' || value === null || !('address' in value) || !('searches' in value)) return [];
    if (value.address !== (path === '/' ? address : path + location.search) || !Array.isArray(value.searches))
      return [];
    return value.searches.filter((search) => typeof search === 'string' && search.startsWith('resource=')).slice(0, 2);
  }

  function parse(text: string | null): unknown {
    try {
      return text === null ? null : JSON.parse(text);
    } catch {
      return null;
    }
  }
})();
