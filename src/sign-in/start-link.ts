import { createAtom } from '@tanstack/react-store';

declare global {
  interface Window {
    /** The raw token of a start link, handed over by `start.ts`. */
    startToken?: string;
  }
}

/**
 * The token of the start link `/sign-in#token=…`, until a person or the page decides about it. The document's first script
 * has already removed it from the address bar and the history.
 */
const linkToken = createAtom<string | null>(null);

/** Takes the token, and those of links that are followed in this tab later. @returns the function that stops it */
export function followStartLinks(): () => void {
  const { startToken: raw } = window;
  delete window.startToken;
  if (raw !== undefined) take(raw);
  // A second start link in the same tab changes the fragment alone. `capture` runs this before the router's own listener.
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
