import { createFileRoute } from '@tanstack/react-router';
import { UsageTab } from '#src/ai-usage/usage/usage-tab.tsx';
import { usageSearch, type UsageSearch } from '#src/ai-usage/search.ts';

export const Route = createFileRoute('/_app/ai/usage/')({
  // An address that names another tab is left whole: the route around this one leads on with it.
  validateSearch: (raw: Readonly<Record<string, unknown>>): UsageSearch =>
    raw['tab'] === undefined ? usageSearch(raw) : {},
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
