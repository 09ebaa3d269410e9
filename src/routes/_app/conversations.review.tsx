import { createFileRoute } from '@tanstack/react-router';
import { ReviewTab } from '#src/conversations/review/review-tab.tsx';
import { reviewSearch } from '#src/conversations/search.ts';

export const Route = createFileRoute('/_app/conversations/review')({ validateSearch: reviewSearch, component: Tab });

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <ReviewTab
      search={Route.useSearch()}
      go={(search, { replace }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
