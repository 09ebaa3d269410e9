// @ts-check
import { embedSupport } from './embed-host.js';

const SERVICE = 'https://support.example';
const PROBLEMS = new Map([
  ['no_token', 'Support figures are not available: our server gave no access.'],
  ['token_refused', 'Support figures are not available: access was refused.'],
]);

const params = new URLSearchParams(location.search);
let isDark = matchMedia('(prefers-color-scheme: dark)').matches;

const frames = [...document.querySelectorAll('iframe')].map((frame) => {
  const { path = '', edit } = frame.dataset;
  // A link to this page may name the page of a frame. It must not name another view.
  const asked = params.get(frame.id) ?? '';
  return embedSupport(frame, {
    service: SERVICE,
    path: asked === path || asked.startsWith(`${path}?`) ? asked : path,
    theme: isDark ? 'dark' : 'light',
    locale: 'de-DE',
    timeZone: 'Europe/Berlin',
    edit: edit !== undefined,
    getToken: (reason) => getToken(reason, edit !== undefined),
    onNavigated(shown) {
      params.set(frame.id, shown);
      // Back and Forward have the steps of frames already: this page only keeps up with them.
      history.replaceState(null, '', `?${params}`);
    },
    onError(code) {
      const problem = document.querySelector('#problem');
      if (problem !== null) problem.textContent = PROBLEMS.get(code) ?? 'Support figures are not available.';
    },
  });
});

/** Asks the server of this page, which knows who is signed in here: support-session.mjs has its part. */
async function getToken(/** @type {string} */ reason, /** @type {boolean} */ edit) {
  const body = JSON.stringify({ reason, edit });
  const response = await fetch('support-session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return (await response.json()).token;
}

function showTheme() {
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
  if (button !== null) button.textContent = isDark ? 'Light' : 'Dark';
}

const button = document.querySelector('#theme');
button?.addEventListener('click', () => {
  isDark = !isDark;
  showTheme();
  for (const frame of frames) frame.setTheme(isDark ? 'dark' : 'light');
});
showTheme();
