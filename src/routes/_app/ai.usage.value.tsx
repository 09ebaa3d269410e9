import { createFileRoute } from '@tanstack/react-router';
import { ValueTab } from '#src/ai-usage/value/value-tab.tsx';
import { valueSearch } from '#src/ai-usage/search.ts';

export const Route = createFileRoute('/_app/ai/usage/value')({ validateSearch: valueSearch, component: Tab });

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <ValueTab
      search={Route.useSearch()}
      go={(search, { replace } = { replace: true }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
