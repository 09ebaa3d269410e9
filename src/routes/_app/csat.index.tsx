import { createFileRoute } from '@tanstack/react-router';
import { OverviewTab } from '#src/csat/overview/overview-tab.tsx';
import { overviewSearch } from '#src/csat/search.ts';

export const Route = createFileRoute('/_app/csat/')({ validateSearch: overviewSearch, component: Tab });

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <OverviewTab
      search={Route.useSearch()}
      go={(search, { replace }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
