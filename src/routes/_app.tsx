import { createFileRoute, Outlet } from '@tanstack/react-router';
import { requireSession } from '#src/api/require-session.ts';
import { Shell } from '#src/shell/shell.tsx';

export const Route = createFileRoute('/_app')({
  beforeLoad: requireSession,
  component: App,
});

function App() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}
