/**
 * Runs before the first paint and blocks it, so it is tiny and imports nothing: a frame begins in the theme and the density
 * that its address names, long before the host has answered. Built into a classic script of its own
 * (tools/build/first-scripts.ts).
 */
(() => {
  const { dataset } = document.documentElement;
  const asked = new URLSearchParams(location.search);
  const theme = asked.get('theme');
  if (theme === 'light' || theme === 'dark') dataset['theme'] = theme;
  dataset['density'] = asked.get('density') === 'comfortable' ? 'comfortable' : 'compact';
})();
