import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Whoami } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { setSiteZone } from '#src/browser/zone.ts';
import { askTabs, confirmSession, sessionState } from '#src/session/session-store.ts';
import { whoamiOptions } from '#src/api/whoami.ts';

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
  const next = location.href === '/' ? {} : { next: location.href };
  if (sessionState().phase === 'out') throw redirect({ to: '/sign-in', search: next, replace: true });
  try {
    const whoami = await context.queryClient.ensureQueryData(whoamiOptions());
    confirmSession(whoami.site_id.toString());
    setSiteZone(whoami.time_zone ?? null);
    return { whoami };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.kind !== 'unauthorized') throw error;
    throw redirect({ to: '/sign-in', search: next, replace: true });
  }
}
