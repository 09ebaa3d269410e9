import { createFileRoute, redirect } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { SessionsTab } from '#src/conversations/sessions/sessions-tab.tsx';
import { sessionsSearch } from '#src/conversations/search.ts';

export const Route = createFileRoute('/_app/conversations/')({
  validateSearch: sessionsSearch,
  beforeLoad: ({ context: { whoami }, search: { days } }) => {
    if (!isWholeService(whoami)) throw redirect({ to: '/conversations/handovers', search: { days }, replace: true });
  },
  component: Tab,
});

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <SessionsTab
      search={Route.useSearch()}
      go={(search, { replace }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
