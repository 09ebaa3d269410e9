import { createFileRoute } from '@tanstack/react-router';
import { FeedbackTab } from '#src/csat/feedback/feedback-tab.tsx';
import { feedbackSearch } from '#src/csat/search.ts';

export const Route = createFileRoute('/_app/csat/feedback')({ validateSearch: feedbackSearch, component: Tab });

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <FeedbackTab
      search={Route.useSearch()}
      go={(search, { replace }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
