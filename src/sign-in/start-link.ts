import { createAtom } from '@tanstack/react-store';

declare global {
  interface Window {
    /** The raw token of a start link, handed over by `start.ts`. */
    startToken?: string;
  }
}

/**
 * The start link `/sign-in#token=…`. The document's first script has taken the token out of the address bar and the history
 * before anything else ran, and left it here. It stays until it is decided what becomes of it.
 */
const linkToken = createAtom<string | null>(null);

/** Takes the token over, and those of links that are followed in this tab later. Answers what stops it. */
export function followStartLinks(): () => void {
  const { startToken: raw } = window;
  delete window.startToken;
  if (raw !== undefined) take(raw);
  // Following a second start link in the same tab changes nothing but the fragment. The router listens as well, and must find
  // the token here.
  window.addEventListener('popstate', takeFragment, { capture: true });
  return () => window.removeEventListener('popstate', takeFragment, { capture: true });
}

function takeFragment(): void {
  const found = /^#token=([^&]*)/.exec(location.hash);
  if (found === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  take(found[1] ?? '');
}

function take(raw: string): void {
  // Elsewhere such a fragment is dropped: a link into the program must not change who is signed in.
  if (location.pathname !== '/sign-in') return;
  linkToken.set(decode(raw));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether the browser's record of how this document was loaded still has the token of a start link. `replaceState` does not
 * change that record; only the next document's takes its place.
 */
export function isTokenRecorded(): boolean {
  return performance.getEntriesByType('navigation').some(({ name }) => name.includes('#token='));
}

/** The token of a start link that is not decided yet, or null. */
export function startToken(): string | null {
  return linkToken.get();
}

export function forgetStartToken(): void {
  linkToken.set(null);
}

export function onStartToken(listener: (token: string) => void): () => void {
  return linkToken.subscribe((token) => {
    if (token !== null) listener(token);
  }).unsubscribe;
}
