/**
 * The start link `/sign-in#token=…`. This module is the first that main.tsx imports and imports nothing itself: the
 * fragment is gone from the address bar and the history entry before anything else runs.
 */
let token: string | null = null;
const listeners = new Set<() => void>();

takeFragment();
// Following a second start link in the same tab changes nothing but the fragment.
window.addEventListener('hashchange', takeFragment);

function takeFragment(): void {
  const found = /^#token=([^&]*)/.exec(location.hash);
  if (found === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  // Elsewhere such a fragment is dropped: a link into the program must not change who is signed in.
  if (location.pathname !== '/sign-in') return;
  token = decode(found[1] ?? '');
  for (const listener of listeners) listener();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The token of a start link that has not been used yet, or null. */
export function startToken(): string | null {
  return token;
}

/** As `startToken`, and forgets it. */
export function takeStartToken(): string | null {
  const taken = token;
  token = null;
  return taken;
}

export function onStartToken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
