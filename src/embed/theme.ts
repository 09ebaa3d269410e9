/**
 * Runs before the first paint and blocks it, so it is tiny and imports nothing: a frame begins in the theme that its address
 * names, long before the host has answered. Built into a classic script of its own
 * (tools/build/first-scripts.ts).
 */
(() => {
  const { dataset } = document.documentElement;
  const theme = new URLSearchParams(location.search).get('theme');
  if (theme === 'light' || theme === 'dark') dataset['theme'] = theme;
  dataset['density'] = 'compact';
})();
