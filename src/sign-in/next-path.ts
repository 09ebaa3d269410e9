/** Stands for the page's own origin: a path stays on it, whatever it is. */
const HERE = 'https://here.invalid';

/** Where to go after signing in: a path of this origin, `/` for anything else. Fragments are dropped. */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return '/';
  try {
    const url = new URL(next, HERE);
    if (url.origin !== HERE || url.pathname.startsWith('/sign-in')) return '/';
    // The parser drops tabs and line breaks: a path that only then begins with two slashes is another host's.
    return url.pathname.startsWith('//') ? '/' : url.pathname + url.search;
  } catch {
    return '/';
  }
}
