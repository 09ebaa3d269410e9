import { createFileRoute } from '@tanstack/react-router';
import { CallsPage } from '#src/ai-usage/calls/calls-page.tsx';
import { callsSearch } from '#src/ai-usage/search.ts';

export const Route = createFileRoute('/_app/ai/usage/calls')({ validateSearch: callsSearch, component: Tab });

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <CallsPage
      search={Route.useSearch()}
      go={(search, { replace } = { replace: true }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
