import { createFileRoute } from '@tanstack/react-router';
import { UsagePage } from '#src/ai-usage/usage/usage-page.tsx';
import { usageSearch } from '#src/ai-usage/search.ts';

export const Route = createFileRoute('/_app/ai/usage/')({
  validateSearch: usageSearch,
  component: Tab,
});

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <UsagePage
      search={Route.useSearch()}
      go={(search, { replace } = { replace: true }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
