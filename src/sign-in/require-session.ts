import { redirect } from '@tanstack/react-router';
import type { Whoami } from '#contract/site.ts';

import { ApiFailure } from './api-failure.ts';
import { setSiteZone } from './display-zone.ts';
import { queryClient } from './query-client.ts';
import { askTabs, confirmSession, sessionState } from './session-store.ts';
import { whoamiOptions } from './whoami.ts';

/**
 * Guard of every signed-in route: `beforeLoad: requireSession`. Without a session it asks the open tabs, then
 * redirects to the sign-in page, which comes back to `location`.
 * @throws ApiFailure when whoami fails for another reason than the token.
 */
export async function requireSession({ location }: { readonly location: { readonly href: string } }): Promise<Whoami> {
  if (sessionState().phase === 'out') await askTabs();
  const next = location.href === '/' ? {} : { next: location.href };
  if (sessionState().phase === 'out') throw redirect({ to: '/sign-in', search: next, replace: true });
  try {
    const whoami = await queryClient.ensureQueryData(whoamiOptions());
    confirmSession(whoami.site_id.toString());
    setSiteZone(whoami.time_zone ?? null);
    return whoami;
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.kind !== 'unauthorized') throw error;
    throw redirect({ to: '/sign-in', search: next, replace: true });
  }
}
