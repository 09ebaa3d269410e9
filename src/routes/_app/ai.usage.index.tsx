import { createFileRoute } from '@tanstack/react-router';
import { UsageTab } from '#src/ai-usage/usage/usage-tab.tsx';
import { usageSearch } from '#src/ai-usage/search.ts';

export const Route = createFileRoute('/_app/ai/usage/')({
  validateSearch: usageSearch,
  component: Tab,
});

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <UsageTab
      search={Route.useSearch()}
      go={(search, { replace } = { replace: true }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
