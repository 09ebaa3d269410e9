import * as z from 'zod/mini';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Whoami } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { keepWhoami, keptWhoami, whoamiOptions } from '#src/api/whoami.ts';
import { defineSearch } from '#src/browser/define-search.ts';
import { setSiteZone } from '#src/browser/zone.ts';
import { ownerOf } from '#src/session/owner.ts';
import { askTabs, confirmSession, sessionState } from '#src/session/session-store.ts';

/**
 * Guard of every signed-in route: `beforeLoad: requireSession`. Without a session it asks the open tabs, then
 * redirects to the sign-in page, which comes back to `location`. Loaders find the answer as `context.whoami`.
 * @throws ApiFailure when whoami fails for another reason than the token.
 */
export async function requireSession({
  location,
  context,
}: {
  readonly location: { readonly href: string };
  readonly context: { readonly queryClient: QueryClient };
}): Promise<{ readonly whoami: Whoami }> {
  if (sessionState().phase === 'out') await askTabs();
  const [path = '/'] = location.href.split('#');
  const signIn = { search: path === '/' ? {} : { next: path } };
  if (sessionState().phase === 'out') throw redirect({ to: '/sign-in', ...signIn, replace: true });
  try {
    const whoami = await findWhoami(context.queryClient);
    confirmSession(ownerOf(whoami));
    setSiteZone(whoami.time_zone ?? null);
    return { whoami };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.kind !== 'unauthorized') throw error;
    throw redirect({ to: '/sign-in', ...signIn, replace: true });
  }
}

/** The token's data. A reload starts with the stored answer, so that whoami and the first calls of the page run together. */
async function findWhoami(queryClient: QueryClient): Promise<Whoami> {
  const options = whoamiOptions();
  const kept = queryClient.getQueryData(options.queryKey) === undefined ? keptWhoami() : null;
  if (kept !== null) {
    queryClient.setQueryData(options.queryKey, kept, { updatedAt: 0 });
    void queryClient.prefetchQuery(options);
    return kept;
  }
  const whoami = await queryClient.ensureQueryData(options);
  keepWhoami(whoami);
  return whoami;
}

/** Replaces the page's own origin: every path stays on it. */
const HERE = 'https://here.invalid';

/** Where to go after signing in: a path of this origin, `/` for anything else. A fragment in it is dropped. */
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

/** `next` is a path of this origin; `/` is left out. Other parameters are ignored. */
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
