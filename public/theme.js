// Runs before the first paint, so that no page flashes in the other theme. Tiny, and without dependencies.
(() => {
  const root = document.documentElement;
  const stored = (name) => {
    try {
      return localStorage.getItem(`support-console:${name}`);
    } catch {
      // Storage is refused in some frames and privacy modes: the system's theme and the compact density stand.
      return null;
    }
  };
  const theme = stored('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  root.dataset.density = stored('density') === 'comfortable' ? 'comfortable' : 'compact';
  const locale = new URLSearchParams(location.search).get('locale') || root.lang;
  root.dir = /^(ar|fa|he|ur)\b/.test(locale) ? 'rtl' : 'ltr';
})();
