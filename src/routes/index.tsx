import { createFileRoute, redirect } from '@tanstack/react-router';
import { startPath } from '#src/shell/navigation.ts';
import { requireSession } from '#src/sign-in/require-session.ts';

export const Route = createFileRoute('/')({
  beforeLoad: async (route) => {
    const { whoami } = await requireSession(route);
    throw redirect({ to: startPath(whoami), replace: true });
  },
});
