/**
 * The link `/portal#t=…`. main.tsx takes it first of all: the secret is gone from the address bar and the history entry
 * before anything else runs. It stays in memory, so that a try that failed can be made again and a view that has ended
 * can be opened anew.
 */
let token: string | null = null;
const listeners = new Set<() => void>();

export function takeLink(): void {
  takeFragment();
  // Another link that is followed in the same tab changes nothing but the fragment.
  window.addEventListener('hashchange', takeFragment);
}

function takeFragment(): void {
  const found = /^#t=([^&]*)/.exec(location.hash);
  if (found === null) return;
  history.replaceState(null, '', location.pathname);
  token = found[1] ?? '';
  for (const listener of listeners) listener();
}

/** The secret of the link that this page was opened with; null for an address without one. */
export function linkToken(): string | null {
  return token;
}

export function onLinkToken(listener: () => void): void {
  listeners.add(listener);
}
