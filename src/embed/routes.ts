import type { QueryClient } from '@tanstack/react-query';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import type { Whoami } from '#contract/site.ts';
import { whoamiOptions } from '#src/api/whoami.ts';
import { Route as rootRoute } from '#src/routes/__root.tsx';
import { Route as aiUsage } from '#src/routes/_app/ai.usage.tsx';
import { Route as aiOverview } from '#src/routes/_app/ai.usage.index.tsx';
import { Route as aiCalls } from '#src/routes/_app/ai.usage.calls.tsx';
import { Route as csat } from '#src/routes/_app/csat.tsx';
import { Route as csatOverview } from '#src/routes/_app/csat.index.tsx';
import { Route as csatAnswers } from '#src/routes/_app/csat.answers.tsx';
import { Route as csatFeedback } from '#src/routes/_app/csat.feedback.tsx';
import { Route as csatFollowUp } from '#src/routes/_app/csat.follow-up.tsx';
import { Route as health } from '#src/routes/_app/health.tsx';
import { Route as inbox } from '#src/routes/_app/inbox.tsx';
import { ownerOf } from '#src/session/owner.ts';
import { confirmSession } from '#src/session/session-store.ts';
import { EmbeddedFrame } from './embedded-frame.tsx';

/** Replaces the dashboard's frame under the same id, by which the routes of the views refer to it. */
const frame = createRoute({
  id: '_app',
  getParentRoute: () => rootRoute,
  beforeLoad: requireHostSession,
  component: EmbeddedFrame,
});

/** The dashboard's own routes of the views that may be embedded, below the frame. */
export const routeTree = rootRoute.addChildren([
  frame.addChildren([
    below(frame, '/health', health),
    below(frame, '/inbox', inbox),
    below(frame, '/csat', csat).addChildren([
      below(csat, '/', csatOverview),
      below(csat, '/answers', csatAnswers),
      below(csat, '/feedback', csatFeedback),
      below(csat, '/follow-up', csatFollowUp),
    ]),
    below(frame, '/ai/usage', aiUsage).addChildren([
      below(aiUsage, '/', aiOverview),
      below(aiUsage, '/calls', aiCalls),
    ]),
  ]),
]);

/** Places a route as the generated tree of the dashboard does. The types of a file route lack these options. */
function below(parent: AnyRoute, path: string, route: AnyRoute): AnyRoute {
  const place: object = { id: path, path, getParentRoute: () => parent };
  return route.update(place);
}

/** Like `requireSession` in the dashboard, for a session from the host. Loaders get `context.whoami`. */
async function requireHostSession({
  context,
}: {
  readonly context: { readonly queryClient: QueryClient };
}): Promise<{ readonly whoami: Whoami }> {
  const whoami = await context.queryClient.ensureQueryData(whoamiOptions());
  confirmSession(ownerOf(whoami));
  return { whoami };
}
