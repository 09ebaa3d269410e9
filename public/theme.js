(() => {
  const root = document.documentElement;
  const stored = (name) => {
    try {
      return localStorage.getItem(`support-console:${name}`);
    } catch {
      // Storage may be refused: the defaults stand.
      return null;
    }
  };
  const theme = stored('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  root.dataset.density = stored('density') === 'comfortable' ? 'comfortable' : 'compact';
  const locale = new URLSearchParams(location.search).get('locale') || root.lang;
  root.dir = /^(ar|fa|he|ur)\b/.test(locale) ? 'rtl' : 'ltr';
})();
