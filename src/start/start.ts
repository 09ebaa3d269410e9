/**
 * Runs before the first paint and blocks it, so it is tiny and imports nothing: theme and density, whether the document's
 * frame is shown, and the token of a start link out of the address. It is built into a classic script of its own
 * (tools/build/first-scripts.ts).
 */
(() => {
  const root = document.documentElement;
  // In another page's frame a person cannot see what they press. The headers forbid it; if a proxy has removed them, the
  // document shows a sentence, and neither this script nor the application runs.
  if (self !== top) {
    root.dataset['frame'] = 'framed';
    return;
  }

  function read(area: () => Storage, name: string): string | null {
    try {
      return area().getItem(`support-console:${name}`);
    } catch {
      // The browser may refuse storage: the defaults apply.
      return null;
    }
  }

  const theme = read(() => localStorage, 'theme');
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme;
  root.dataset['density'] = read(() => localStorage, 'density') === 'comfortable' ? 'comfortable' : 'compact';
  const locale = new URLSearchParams(location.search).get('locale') || root.lang;
  root.dir = /^(ar|fa|he|ur)\b/.test(locale) ? 'rtl' : 'ltr';

  // A start link: its token leaves the address bar and the history before anything else can see it.
  const token = /^#token=([^&]*)/.exec(location.hash)?.[1];
  if (token !== undefined) {
    history.replaceState(history.state, '', location.pathname + location.search);
    // On another page it means nothing.
    if (location.pathname === '/sign-in') window.startToken = token;
  }

  // Neither health on a wall nor the sign-in page has a sidebar.
  const isWall = /[?&]wall=1(&|$)/.test(location.search);
  const isIn = window.startToken === undefined && read(() => sessionStorage, 'session') !== null;
  if (isIn && !isWall) root.dataset['frame'] = 'console';
  if (read(() => sessionStorage, 'sidebar') === 'rail') root.dataset['sidebar'] = 'rail';
})();
