import type { QueryClient } from '@tanstack/react-query';
import type { Whoami } from '#contract/site.ts';
import { whoamiOptions } from '#src/api/whoami.ts';
import { ownerOf } from '#src/session/owner.ts';
import { confirmSession } from '#src/session/session-store.ts';

/** Like `requireSession` in the dashboard, for a session from the host. Loaders get `context.whoami`. */
export async function requireHostSession({
  context,
}: {
  readonly context: { readonly queryClient: QueryClient };
}): Promise<{ readonly whoami: Whoami }> {
  const whoami = await context.queryClient.ensureQueryData(whoamiOptions());
  confirmSession(ownerOf(whoami));
  return { whoami };
}
