import { createFileRoute, redirect } from '@tanstack/react-router';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { startPath } from '#src/shell/views.ts';
import { requireSession } from '#src/sign-in/require-session.ts';
import { preferencesNow } from '#src/ui/preferences.ts';

export const Route = createFileRoute('/')({
  beforeLoad: async (route) => {
    const { whoami } = await requireSession(route);
    const to = startPath(whoami, preferencesNow().startPage);
    // The first script draws its frame the next time.
    storage.tab.set(SITE_KEYS.start, to);
    throw redirect({ to, replace: true });
  },
});
