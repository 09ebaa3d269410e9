import * as z from 'zod/mini';
import { defineSearch } from '#src/browser/define-search.ts';

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

/** A path of this origin; `/` does not stand in the address. Nobody is told here what else it has. */
export const signInSearch = defineSearch(
  {
    next: z.pipe(
      z.string(),
      z.transform((text) => {
        const next = safeNext(text);
        return next === '/' ? undefined : next;
      }),
    ),
  },
  { isShared: true },
);
