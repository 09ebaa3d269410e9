import { createFileRoute } from '@tanstack/react-router';
import { HandoversTab } from '#src/conversations/handovers/handovers-tab.tsx';
import { handoversSearch } from '#src/conversations/search.ts';

export const Route = createFileRoute('/_app/conversations/handovers')({
  validateSearch: handoversSearch,
  component: Tab,
});

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <HandoversTab
      search={Route.useSearch()}
      go={(search, { replace }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
