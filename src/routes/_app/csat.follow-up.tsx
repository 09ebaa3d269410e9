import { createFileRoute } from '@tanstack/react-router';
import { FollowUpTab } from '#src/csat/follow-up/follow-up-tab.tsx';
import { followUpSearch } from '#src/csat/search.ts';

export const Route = createFileRoute('/_app/csat/follow-up')({ validateSearch: followUpSearch, component: Tab });

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <FollowUpTab
      search={Route.useSearch()}
      go={(search, { replace }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
