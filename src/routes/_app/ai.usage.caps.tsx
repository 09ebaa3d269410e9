import { createFileRoute } from '@tanstack/react-router';
import { CapsTab } from '#src/ai-usage/caps/caps-tab.tsx';
import { capsSearch } from '#src/ai-usage/search.ts';

export const Route = createFileRoute('/_app/ai/usage/caps')({ validateSearch: capsSearch, component: Tab });

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <CapsTab
      search={Route.useSearch()}
      go={(search, { replace } = { replace: true }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
