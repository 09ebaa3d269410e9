import { createFileRoute } from '@tanstack/react-router';
import { InsightsTab } from '#src/conversations/insights/insights-tab.tsx';
import { insightsSearch } from '#src/conversations/search.ts';

export const Route = createFileRoute('/_app/conversations/insights')({
  validateSearch: insightsSearch,
  component: Tab,
});

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <InsightsTab
      search={Route.useSearch()}
      go={(search, { replace }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
